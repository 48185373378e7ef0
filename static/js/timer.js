"use strict";
// Ticks every <time role="timer" data-form>. The server's clock counts, not the browser's: `data-now`
// is the time at which the page was made. Readers aloud are told at an hour, ten minutes and one.
(() => {
  const MARKS = [3600, 600, 60];
  const ends = new WeakMap();
  const came = performance.getEntriesByType("navigation")[0];
  const loaded = performance.timeOrigin + (came ? came.responseStart : 0);
  let first = true;

  const two = (n) => String(n).padStart(2, "0");

  function endOf(timer) {
    if (!ends.has(timer)) {
      const end = Date.parse(timer.getAttribute("datetime"));
      const made = Date.parse(timer.dataset.now);
      // A page out of the browser's store was made long ago: then its own clock is the better one.
      const stale = first && came && came.type === "back_forward";
      const skew = stale || Number.isNaN(made) ? 0 : (first ? loaded : Date.now()) - made;
      ends.set(timer, end + skew);
    }
    return ends.get(timer);
  }

  function words(left, units) {
    const [d, h, min, s] = units;
    const days = Math.floor(left / 86400);
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    if (days > 1) return `${days}\u00a0${d} ${hours % 24}\u00a0${h}`;
    if (hours) return `${hours}\u00a0${h} ${two(minutes)}\u00a0${min}`;
    if (minutes) return `${minutes}\u00a0${min}`;
    return `${left}\u00a0${s}`;
  }

  function clock(left, units) {
    if (left >= 360000) return words(left, units);
    const hours = Math.floor(left / 3600);
    const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    return hours ? `${two(hours)}:${rest}` : rest;
  }

  function say(timer, left) {
    const voice = document.querySelector("[data-timer-says]");
    if (!voice || !timer.closest(".phase")) return;
    const before = Number(timer.dataset.left || Infinity);
    MARKS.forEach((mark, i) => {
      if (before > mark && left <= mark && before !== Infinity) {
        voice.textContent = voice.dataset.timerSays.split("|")[i] || "";
      }
    });
    timer.dataset.left = left;
  }

  function tick() {
    for (const timer of document.querySelectorAll('time[role="timer"][data-form]')) {
      const left = Math.max(0, Math.ceil((endOf(timer) - Date.now()) / 1000));
      const units = timer.dataset.units.split("|");
      const text = timer.dataset.form === "clock" ? clock(left, units) : words(left, units);
      if (timer.textContent !== text) timer.textContent = text;
      say(timer, left);
    }
    first = false;
  }

  tick();
  setInterval(tick, 1000);
  document.addEventListener("htmx:load", tick);
})();
