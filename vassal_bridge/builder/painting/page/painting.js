// What is painted, undo and redo, and keeping it: the browser's half of a map being painted.

const PAUSE = 250; // milliseconds after the last change before it is sent

export const SIDES = "hexsides"; // the layer of features along hexsides

export function sideKey(one, other) {
  return one < other ? `${one}|${other}` : `${other}|${one}`;
}

export class Painting {
  constructor(sheet, tell) {
    this.tell = tell;
    this.values = new Map();
    for (const { column } of sheet.layers) {
      this.values.set(column, new Map(Object.entries(sheet.values[column] || {})));
    }
    const sides = Object.entries(sheet.painted_sides).map(([key, list]) => [key, list.join(",")]);
    this.values.set(SIDES, new Map(sides));
    this.stroke = null;
    this.done = [];
    this.undone = [];
    this.waiting = new Map();
    this.timer = 0;
    this.sending = false;
  }

  get(layer, key) {
    return this.values.get(layer).get(key) || "";
  }

  // All that is put between begin and end is one stroke, undone in one.
  begin() {
    this.stroke = [];
  }

  put(layer, key, value) {
    const before = this.get(layer, key);
    if (before === value) return false;
    this.set(layer, key, value);
    this.stroke.push({ layer, key, before, after: value });
    return true;
  }

  end() {
    if (this.stroke && this.stroke.length) {
      this.done.push(this.stroke);
      this.undone = [];
    }
    this.stroke = null;
  }

  undo() {
    const stroke = this.done.pop();
    if (!stroke) return;
    for (const { layer, key, before } of stroke.slice().reverse()) this.set(layer, key, before);
    this.undone.push(stroke);
  }

  redo() {
    const stroke = this.undone.pop();
    if (!stroke) return;
    for (const { layer, key, after } of stroke) this.set(layer, key, after);
    this.done.push(stroke);
  }

  set(layer, key, value) {
    if (value) this.values.get(layer).set(key, value);
    else this.values.get(layer).delete(key);
    this.wait(`${layer}\n${key}`, value);
  }

  // Says whether a game may be played on the map; no stroke, so not undone.
  finish(isFinished) {
    this.wait("finished", isFinished);
  }

  wait(place, value) {
    this.waiting.set(place, value);
    this.tell("Saving ...", false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), PAUSE);
  }

  get isSaved() {
    return this.waiting.size === 0 && !this.sending;
  }

  async send() {
    if (this.sending || this.waiting.size === 0) return;
    const sent = this.waiting;
    this.waiting = new Map();
    this.sending = true;
    try {
      await this.post(sent);
      this.sending = false;
      if (this.waiting.size) this.send();
    } catch (error) {
      this.sending = false;
      this.waiting = new Map([...sent, ...this.waiting]);
      this.tell(`Not saved: ${error.message}`, true);
    }
  }

  async post(sent) {
    const change = { hexes: {}, sides: {} };
    for (const [place, value] of sent) {
      const [layer, key] = place.split("\n");
      if (layer === "finished") change.finished = value;
      else if (layer === SIDES) change.sides[key] = value ? value.split(",") : [];
      else (change.hexes[layer] ||= {})[key] = value;
    }
    let answer;
    try {
      answer = await fetch("paint", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(change),
      });
    } catch {
      throw new Error("the command has ended; start it again and paint on");
    }
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    this.tell(`Saved: ${found.painted} hexes are painted`, false);
  }
}
