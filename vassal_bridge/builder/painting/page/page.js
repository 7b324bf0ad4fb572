// The page: what is chosen, and what mouse, fingers and keys do.

import { Painting, SIDES } from "./painting.js";
import { View } from "./view.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const by = (id) => document.getElementById(id);

class Page {
  constructor(sheet, picture) {
    this.sheet = sheet;
    this.painting = new Painting(sheet, (text, isTrouble) => this.tell(text, isTrouble));
    this.view = new View(by("map"), picture, sheet, this.painting);
    this.layers = [sheet.layers[0].column, SIDES, ...sheet.layers.slice(1).map((one) => one.column)];
    this.layer = this.layers[0];
    this.chosen = new Map();
    this.fingers = new Map();
    this.isPainting = false;
  }

  start() {
    by("title").textContent = this.sheet.title;
    document.title = `Terrain: ${this.sheet.title}`;
    by("finished").checked = this.sheet.finished;
    by("finishing").hidden = !this.sheet.can_finish;
    by("folder").textContent = `Saved in ${this.sheet.folder} as you paint.`;
    this.showLayers();
    this.showClusters();
    this.chooseLayer(this.layer);
    this.listen();
    this.view.resize();
    this.view.showAll();
    const painted = this.painting.values.get(this.layers[0]).size;
    by("guess").open = painted === 0;
    this.tell(`${painted} of ${this.sheet.hexes.length} hexes are painted`, false);
    document.body.dataset.ready = "yes";
  }

  tell(text, isTrouble) {
    by("status").textContent = text;
    by("status").classList.toggle("trouble", isTrouble);
    by("undo").disabled = this.painting ? this.painting.done.length === 0 : true;
    by("redo").disabled = this.painting ? this.painting.undone.length === 0 : true;
  }

  // --- what is chosen -------------------------------------------------------

  choices(layer) {
    if (layer === SIDES) return this.sheet.features;
    return this.sheet.layers.find((one) => one.column === layer).choices;
  }

  isText(layer) {
    return layer !== SIDES && this.choices(layer).length === 0;
  }

  showLayers() {
    by("layers").replaceChildren(
      ...this.layers.map((layer) => {
        const button = made("button", layer[0].toUpperCase() + layer.slice(1));
        button.setAttribute("role", "tab");
        button.dataset.layer = layer;
        button.onclick = () => this.chooseLayer(layer);
        return button;
      }),
    );
  }

  chooseLayer(layer) {
    this.layer = layer;
    for (const button of by("layers").children) {
      button.setAttribute("aria-selected", String(button.dataset.layer === layer));
    }
    this.view.cursor = null;
    by("naming").hidden = true;
    const rows = [...this.choices(layer), { name: "", label: "Erase", colour: "#ffffff" }];
    by("palette").hidden = this.isText(layer);
    by("palette").replaceChildren(...rows.map((one, place) => this.paletteButton(one, place)));
    if (!this.chosen.has(layer)) this.chosen.set(layer, rows[0].name);
    this.choose(this.chosen.get(layer));
    this.view.redraw();
  }

  paletteButton(one, place) {
    const button = made("button", "");
    button.setAttribute("role", "radio");
    button.dataset.name = one.name;
    const swatch = made("span", "");
    swatch.className = "swatch";
    swatch.style.backgroundColor = one.colour;
    button.append(swatch, made("span", one.label));
    const key = one.name === "" ? "E" : place < 9 ? String(place + 1) : "";
    if (key) button.append(made("kbd", key));
    button.onclick = () => this.choose(one.name);
    return button;
  }

  choose(name) {
    this.chosen.set(this.layer, name);
    for (const button of by("palette").children) {
      button.setAttribute("aria-checked", String(button.dataset.name === name));
    }
  }

  // --- painting -------------------------------------------------------------

  // Paints a hex or hexside with what is chosen; hexsides gather features, Erase takes all away.
  paint(key) {
    const wanted = this.chosen.get(this.layer);
    if (this.layer !== SIDES) {
      if (wanted && this.layer !== this.layers[0] && !this.painting.get(this.layers[0], key)) {
        this.tell(`Paint the terrain of ${key} first`, true);
        return;
      }
      this.painting.put(this.layer, key, wanted);
    } else {
      const had = this.painting.get(SIDES, key).split(",").filter(Boolean);
      const set = wanted === "" ? [] : [...new Set([...had, wanted])].sort();
      this.painting.put(SIDES, key, set.join(","));
    }
  }

  paintAround(name) {
    this.paint(name);
    if (by("wide").checked && this.layer !== SIDES) {
      for (const other of this.view.hexes.get(name).neighbours) this.paint(other);
    }
  }

  once(work) {
    this.painting.begin();
    work();
    this.painting.end();
    this.refresh();
  }

  refresh() {
    by("undo").disabled = this.painting.done.length === 0;
    by("redo").disabled = this.painting.undone.length === 0;
    this.view.redraw();
  }

  undo() {
    this.painting.undo();
    this.refresh();
  }

  redo() {
    this.painting.redo();
    this.refresh();
  }

  fillAlike() {
    const name = this.view.cursor;
    if (!this.view.hexes.has(name) || this.isText(this.layer)) return;
    this.once(() => this.view.alike(this.layer, name).forEach((hex) => this.paint(hex)));
  }

  pick() {
    const key = this.view.cursor;
    if (key === null || this.isText(this.layer)) return;
    this.choose(this.painting.get(this.layer, key).split(",")[0]);
  }

  askName(name) {
    if (!this.painting.get(this.layers[0], name)) {
      this.tell(`Paint the terrain of ${name} first`, true);
      return;
    }
    by("naming").hidden = false;
    by("named").textContent = name;
    by("text").value = this.painting.get(this.layer, name);
    by("text").focus();
  }

  takeName() {
    const name = by("named").textContent;
    const value = by("text").value.trim().replace(/\s+/g, " ");
    if (name && this.isText(this.layer)) this.once(() => this.painting.put(this.layer, name, value));
  }

  // --- the first guess -------------------------------------------------------

  showClusters() {
    const terrains = this.choices(this.layers[0]);
    by("clusters").replaceChildren(
      ...this.sheet.guess.map((cluster) => {
        const row = made("label", "");
        row.className = "cluster";
        const swatch = made("span", "");
        swatch.className = "swatch";
        swatch.style.backgroundColor = cluster.colour;
        const select = made("select", "");
        select.append(new Option("leave them", ""), ...terrains.map((one) => new Option(one.label, one.name)));
        select.value = cluster.terrain;
        row.append(swatch, made("span", String(cluster.hexes.length)), select);
        const mark = (names) => () => {
          this.view.marked = new Set(names);
          this.view.redraw();
        };
        row.onpointerenter = mark(cluster.hexes);
        row.onpointerleave = mark([]);
        select.onfocus = mark(cluster.hexes);
        select.onblur = mark([]);
        return row;
      }),
    );
  }

  fillGuess() {
    const terrain = this.layers[0];
    const selects = by("clusters").querySelectorAll("select");
    this.once(() => {
      this.sheet.guess.forEach((cluster, place) => {
        const wanted = selects[place].value;
        if (!wanted) return;
        for (const name of cluster.hexes) {
          if (!this.painting.get(terrain, name)) this.painting.put(terrain, name, wanted);
        }
      });
    });
  }

  // --- mouse, fingers and keys ------------------------------------------------

  listen() {
    const map = by("map");
    map.onpointerdown = (event) => this.press(event);
    map.onpointermove = (event) => this.drag(event);
    map.onpointerup = map.onpointercancel = (event) => this.release(event);
    map.onpointerleave = () => (by("here").textContent = "");
    map.oncontextmenu = (event) => event.preventDefault();
    map.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.view.resize());
    window.addEventListener("beforeunload", (event) => {
      if (!this.painting.isSaved) event.preventDefault();
    });
    by("undo").onclick = () => this.undo();
    by("redo").onclick = () => this.redo();
    by("whole").onclick = () => this.view.showAll();
    by("nearer").onclick = () => this.view.zoomMiddle(1.25);
    by("farther").onclick = () => this.view.zoomMiddle(0.8);
    by("fill").onclick = () => this.fillGuess();
    by("finished").onchange = (event) => this.painting.finish(event.target.checked);
    by("text").onchange = () => this.takeName();
    by("strength").oninput = (event) => {
      this.view.strength = event.target.value / 100;
      this.view.redraw();
    };
  }

  where(event) {
    const { left, top } = by("map").getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  under(x, y) {
    return this.layer === SIDES ? this.view.sideAt(x, y) : this.view.hexAt(x, y);
  }

  press(event) {
    const at = this.where(event);
    by("map").setPointerCapture(event.pointerId);
    by("map").focus({ preventScroll: true });
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size > 1) {
      this.stopStroke(true);
      return;
    }
    this.isMoving = event.button !== 0 || event.shiftKey;
    if (this.isMoving) return;
    const key = this.under(...at);
    if (key === null) return;
    this.view.cursor = key;
    if (this.isText(this.layer)) {
      event.preventDefault();
      setTimeout(() => this.askName(key));
    } else {
      this.isPainting = true;
      this.painting.begin();
      this.stroke(key);
    }
  }

  stroke(key) {
    if (this.layer === SIDES) this.paint(key);
    else this.paintAround(key);
    this.view.redraw();
  }

  // Ends a stroke; a stroke that turns out to be two fingers moving the map is taken back.
  stopStroke(isMistake) {
    if (!this.isPainting) return;
    this.isPainting = false;
    this.painting.end();
    if (isMistake && this.painting.done.length) {
      this.painting.undo();
      this.painting.undone.pop();
    }
    this.refresh();
  }

  drag(event) {
    const at = this.where(event);
    const before = this.fingers.get(event.pointerId);
    const key = this.under(...at);
    if (!before) {
      this.tellHere(key);
      return;
    }
    if (this.fingers.size === 2) this.pinch(event.pointerId, at);
    else if (this.isMoving) this.view.move(at[0] - before[0], at[1] - before[1]);
    else if (this.isPainting && key !== null && key !== this.view.cursor) {
      this.view.cursor = key;
      this.stroke(key);
      this.tellHere(key);
    }
    this.fingers.set(event.pointerId, at);
  }

  pinch(id, at) {
    const [other] = [...this.fingers].filter(([one]) => one !== id).map(([, place]) => place);
    const before = this.fingers.get(id);
    const far = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    this.view.move((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.view.zoom(far(at) / far(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    this.stopStroke(false);
  }

  wheel(event) {
    event.preventDefault();
    this.view.zoom(Math.exp(-event.deltaY * 0.0015), ...this.where(event));
  }

  tellHere(key) {
    const values = key === null ? [] : this.layer === SIDES
      ? [this.painting.get(SIDES, key)]
      : this.sheet.layers.map(({ column }) => this.painting.get(column, key));
    const text = values.filter(Boolean).join(", ");
    by("here").textContent = key === null ? "" : `${key.replace("|", " / ")}${text ? `: ${text}` : ""}`;
  }

  key(event) {
    const isTyping = event.target === by("text") || event.target.tagName === "SELECT";
    if (event.key === "Enter" && event.target === by("text")) {
      this.takeName();
      by("map").focus();
      return;
    }
    if (isTyping) return;
    const isControl = event.ctrlKey || event.metaKey;
    const name = `${isControl ? "Ctrl+" : ""}${isControl && event.shiftKey ? "Shift+" : ""}`;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const work = this.keys()[name + pressed];
    if (work === undefined) {
      if (!isControl && /^[1-9]$/.test(pressed)) this.chooseNumber(Number(pressed));
      else if (!isControl && pressed in ARROWS) this.step(event, ...ARROWS[pressed]);
      return;
    }
    if (pressed === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    work();
  }

  keys() {
    return {
      "Ctrl+z": () => this.undo(),
      "Ctrl+y": () => this.redo(),
      "Ctrl+Shift+z": () => this.redo(),
      " ": () => this.paintHere(),
      e: () => this.choose(""),
      f: () => this.fillAlike(),
      p: () => this.pick(),
      h: () => this.hidePaint(),
      "[": () => this.nextLayer(-1),
      "]": () => this.nextLayer(1),
      ",": () => this.nextSide(-1),
      ".": () => this.nextSide(1),
      "+": () => this.view.zoomMiddle(1.25),
      "=": () => this.view.zoomMiddle(1.25),
      "-": () => this.view.zoomMiddle(0.8),
      0: () => this.view.showAll(),
    };
  }

  chooseNumber(number) {
    const one = this.choices(this.layer)[number - 1];
    if (one) this.choose(one.name);
  }

  nextLayer(on) {
    const place = this.layers.indexOf(this.layer) + on + this.layers.length;
    this.chooseLayer(this.layers[place % this.layers.length]);
  }

  hidePaint() {
    by("strength").value = this.view.strength > 0 ? 0 : 55;
    by("strength").dispatchEvent(new Event("input"));
  }

  step(event, dx, dy) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const hex = this.hexOfCursor();
    const next = hex === null ? this.sheet.hexes[0].name : this.view.towards(hex, dx, dy);
    if (next === null) return;
    this.view.cursor = this.layer === SIDES ? this.view.around.get(next)[0] || null : next;
    this.home = next;
    this.view.keepInSight(next);
    this.tellHere(this.view.cursor);
    this.view.redraw();
  }

  // The hex of the cursor; of a hexside's two the one that was walked to.
  hexOfCursor() {
    const key = this.view.cursor;
    if (key === null) return null;
    if (this.view.hexes.has(key)) return key;
    const { a, b } = this.view.sides.get(key);
    return this.home === b ? b : a;
  }

  nextSide(on) {
    const hex = this.hexOfCursor();
    if (this.layer !== SIDES || hex === null) return;
    const around = this.view.around.get(hex);
    const place = around.indexOf(this.view.cursor) + on + around.length;
    this.view.cursor = around[place % around.length];
    this.tellHere(this.view.cursor);
    this.view.redraw();
  }

  paintHere() {
    const key = this.view.cursor;
    if (key === null) return;
    if (this.isText(this.layer)) this.askName(key);
    else this.once(() => this.stroke(key));
    this.tellHere(key);
  }
}

function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (tag === "button") element.type = "button";
  return element;
}

async function open() {
  const sheet = await (await fetch("sheet.json")).json();
  const picture = new Image();
  picture.src = "map.png";
  await picture.decode();
  const page = new Page(sheet, picture);
  page.start();
  window.terrainPage = page;
}

open().catch((error) => {
  by("status").textContent = `The page could not be opened: ${error.message}`;
  by("status").classList.add("trouble");
});
