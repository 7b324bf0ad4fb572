"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("js");
  const steps = Array.from(document.querySelectorAll(".step"));
  const byId = (id) => document.getElementById(id);
  const player = byId("player"), kind = byId("kind"), only = byId("only"), told = byId("told");
  let current = -1;

  function fits(step) {
    return (!player.value || step.dataset.who === player.value)
      && (!kind.value || step.dataset.kinds.split("|").includes(kind.value))
      && (!only.checked || step.classList.contains("found"));
  }

  function filter() {
    let shown = 0;
    for (const step of steps) {
      step.hidden = !fits(step);
      shown += step.hidden ? 0 : 1;
    }
    for (const turn of document.querySelectorAll("section.turn")) {
      turn.hidden = !turn.querySelector(".step:not([hidden])");
    }
    told.textContent = shown + " of " + steps.length + " steps are shown";
    if (current >= 0 && steps[current].hidden) { mark(-1); }
  }

  function mark(place) {
    if (current >= 0) { steps[current].removeAttribute("aria-current"); }
    current = place;
    if (place < 0) { return; }
    steps[place].setAttribute("aria-current", "step");
    steps[place].focus({ preventScroll: true });
    steps[place].scrollIntoView({ block: "start" });
    told.textContent = steps[place].querySelector("h4").textContent;
  }

  function go(way, accepts) {
    let place = current < 0 ? (way > 0 ? 0 : steps.length - 1) : current + way;
    while (place >= 0 && place < steps.length) {
      if (!steps[place].hidden && accepts(steps[place])) { mark(place); return; }
      place += way;
    }
    told.textContent = "There is no further one";
  }

  const any = () => true;
  const found = (step) => step.classList.contains("found");
  const moves = {
    ArrowRight: [1, any], ArrowLeft: [-1, any], j: [1, any], k: [-1, any],
    n: [1, found], p: [-1, found],
  };

  document.addEventListener("keydown", (event) => {
    const busy = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (busy || event.ctrlKey || event.altKey || event.metaKey || !(event.key in moves)) { return; }
    event.preventDefault();
    go(...moves[event.key]);
  });
  for (const button of document.querySelectorAll("button[data-key]")) {
    button.addEventListener("click", () => go(...moves[button.dataset.key]));
  }
  for (const step of steps) {
    step.addEventListener("click", (event) => {
      if (!event.target.closest("a, button, summary")) {
        const place = steps.indexOf(step);
        if (place !== current) { mark(place); }
      }
    });
  }
  for (const link of document.querySelectorAll("a[data-step]")) {
    link.addEventListener("click", (event) => {
      const place = steps.indexOf(byId(link.dataset.step));
      if (place < 0) { return; }
      event.preventDefault();
      if (steps[place].hidden) { player.value = ""; kind.value = ""; only.checked = false; filter(); }
      mark(place);
    });
  }
  for (const one of [player, kind, only]) { one.addEventListener("change", filter); }
  filter();
}());
