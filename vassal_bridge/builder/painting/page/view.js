// The map on the canvas: its picture, the paint over it, and what lies under a point.

import { SIDES, sideKey } from "./painting.js";

export class View {
  constructor(canvas, picture, sheet, painting) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.picture = picture;
    this.painting = painting;
    this.hexes = new Map(sheet.hexes.map((hex) => [hex.name, { ...hex, path: outline(hex) }]));
    this.grid = new Path2D();
    for (const hex of this.hexes.values()) this.grid.addPath(hex.path);
    this.sides = new Map(sheet.sides.map((side) => [sideKey(side.a, side.b), side]));
    this.around = new Map(sheet.hexes.map((hex) => [hex.name, []]));
    for (const [key, { a, b }] of this.sides) {
      this.around.get(a).push(key);
      this.around.get(b).push(key);
    }
    this.inks = new Map();
    for (const { column, choices } of sheet.layers) {
      this.inks.set(column, new Map(choices.map((one) => [one.name, one.colour])));
    }
    this.inks.set(SIDES, new Map(sheet.features.map((one) => [one.name, one.colour])));
    const [first] = sheet.hexes;
    this.reach = Math.max(...first.corners.map((corner) => distance(corner, first.centre)));
    this.strength = 0.55;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.cursor = null; // the hex that keys paint, or a hexside
    this.marked = new Set(); // hexes that are outlined, such as a cluster
    this.isDue = false;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.ratio = ratio;
    this.redraw();
  }

  showAll() {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.scale = Math.min(width / this.picture.width, height / this.picture.height) || 1;
    this.left = (width - this.picture.width * this.scale) / 2;
    this.top = (height - this.picture.height * this.scale) / 2;
    this.redraw();
  }

  zoom(factor, x, y) {
    const wanted = Math.min(8, Math.max(0.05, this.scale * factor));
    const [px, py] = this.onMap(x, y);
    this.scale = wanted;
    this.left = x - px * wanted;
    this.top = y - py * wanted;
    this.redraw();
  }

  zoomMiddle(factor) {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.zoom(factor, width / 2, height / 2);
  }

  move(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.redraw();
  }

  onMap(x, y) {
    return [(x - this.left) / this.scale, (y - this.top) / this.scale];
  }

  onScreen([x, y]) {
    return [x * this.scale + this.left, y * this.scale + this.top];
  }

  hexAt(x, y) {
    const at = this.onMap(x, y);
    let found = null;
    let least = this.reach;
    for (const hex of this.hexes.values()) {
      const far = distance(hex.centre, at);
      if (far < least) [found, least] = [hex.name, far];
    }
    return found;
  }

  sideAt(x, y) {
    const name = this.hexAt(x, y);
    if (name === null) return null;
    const at = this.onMap(x, y);
    const far = (key) => distance(middle(this.sides.get(key)), at);
    return this.around.get(name).reduce((one, two) => (one && far(one) <= far(two) ? one : two), null);
  }

  // The neighbour that lies most nearly in a direction; null at the map's edge.
  towards(name, dx, dy) {
    const here = this.hexes.get(name);
    let found = null;
    let best = 0.3;
    for (const other of here.neighbours) {
      const [x, y] = this.hexes.get(other).centre;
      const [ax, ay] = [x - here.centre[0], y - here.centre[1]];
      const share = (ax * dx + ay * dy) / Math.hypot(ax, ay);
      if (share > best + 1e-6) [found, best] = [other, share];
    }
    return found;
  }

  // Hexes around one that have the same value, itself first.
  alike(layer, name) {
    const value = this.painting.get(layer, name);
    const found = new Set([name]);
    for (const here of found) {
      for (const other of this.hexes.get(here).neighbours) {
        if (this.painting.get(layer, other) === value) found.add(other);
      }
    }
    return found;
  }

  keepInSight(name) {
    const [x, y] = this.onScreen(this.hexes.get(name).centre);
    const { width, height } = this.canvas.getBoundingClientRect();
    const edge = 40;
    const dx = x < edge ? edge - x : x > width - edge ? width - edge - x : 0;
    const dy = y < edge ? edge - y : y > height - edge ? height - edge - y : 0;
    if (dx || dy) this.move(dx, dy);
  }

  redraw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    const { context, ratio, scale } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * this.left, ratio * this.top);
    context.drawImage(this.picture, 0, 0);
    context.lineWidth = 1 / scale;
    context.strokeStyle = "#0006";
    context.stroke(this.grid);
    for (const layer of this.painting.values.keys()) {
      if (layer === SIDES) this.drawSides();
      else if (layer === "terrain") this.drawTerrain();
      else this.drawLabels(layer);
    }
    this.drawMarks();
  }

  drawTerrain() {
    const inks = this.inks.get("terrain");
    this.context.globalAlpha = this.strength;
    for (const [name, value] of this.painting.values.get("terrain")) {
      this.context.fillStyle = inks.get(value) || "#ff00ff";
      this.context.fill(this.hexes.get(name).path);
    }
    this.context.globalAlpha = 1;
  }

  drawSides() {
    const inks = this.inks.get(SIDES);
    this.context.lineCap = "round";
    for (const [key, value] of this.painting.values.get(SIDES)) {
      const features = value.split(",");
      features.forEach((feature, place) => {
        const width = this.reach * (0.22 - (0.12 * place) / features.length);
        this.strokeSide(this.sides.get(key), inks.get(feature) || "#ff00ff", width);
      });
    }
  }

  drawLabels(layer) {
    const { context } = this;
    const inks = this.inks.get(layer);
    const down = inks.size ? -0.1 : 0.5;
    context.font = `bold ${this.reach * 0.32}px sans-serif`;
    context.textAlign = "center";
    context.lineWidth = this.reach * 0.08;
    context.strokeStyle = "#fff";
    for (const [name, value] of this.painting.values.get(layer)) {
      const [x, y] = this.hexes.get(name).centre;
      context.strokeText(value, x, y + down * this.reach, this.reach * 1.9);
      context.fillStyle = "#23282e";
      context.fillText(value, x, y + down * this.reach, this.reach * 1.9);
    }
  }

  drawMarks() {
    const { context } = this;
    context.lineWidth = 2.5 / this.scale;
    context.strokeStyle = "#d0021b";
    for (const name of this.marked) context.stroke(this.hexes.get(name).path);
    if (this.hexes.has(this.cursor)) {
      context.lineWidth = 3 / this.scale;
      context.strokeStyle = "#000";
      context.stroke(this.hexes.get(this.cursor).path);
      context.lineWidth = 1.5 / this.scale;
      context.strokeStyle = "#ffe27a";
      context.stroke(this.hexes.get(this.cursor).path);
    } else if (this.sides.has(this.cursor)) {
      this.strokeSide(this.sides.get(this.cursor), "#ffe27a", 3 / this.scale);
    }
  }

  strokeSide(side, ink, width) {
    const { context } = this;
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(...side.start);
    context.lineTo(...side.end);
    context.stroke();
  }
}

function outline(hex) {
  const path = new Path2D();
  hex.corners.forEach(([x, y], place) => (place ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

function middle({ start, end }) {
  return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
}

function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}
