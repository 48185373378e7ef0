"use strict";
// News as it happens. A nudge says that something in a game has changed, never what: the parts of the
// page that bear data-news then ask for it (htmx, "news"). One tab that is looked at holds the stream
// for the whole browser and tells the others; where no stream can be had, the parts ask every few seconds.
(() => {
  const { game, as: persona, every } = document.body.dataset;
  if (!game || !window.htmx) return;
  const me = `${game} ${persona}`;
  const address = document.currentScript.dataset.ticket;

  // ---------- asking ----------
  const REST = 300; // at least so long between two askings
  let asked = 0, again = false, soon = 0, stale = false, renewing = false;
  const asking = () => document.querySelector("[data-news].htmx-request");

  function ask() {
    if (document.hidden) { stale = true; return; }
    if (soon) return;
    if (renewing || asking()) { again = true; return; }
    soon = setTimeout(() => {
      soon = 0;
      if (renewing) { again = true; return; }
      again = stale = false;
      asked = Date.now();
      for (const part of document.querySelectorAll("[data-news]")) htmx.trigger(part, "news");
    }, Math.max(Math.random() * 100, asked + REST - Date.now()));
  }
  // A part that has just come looks, until it has settled, as if it were asking: it bears what the old one bore.
  for (const name of ["htmx:afterRequest", "htmx:afterSettle"]) {
    document.addEventListener(name, () => { if (again && !asking()) ask(); });
  }

  // While the page is drawn anew nothing is asked: an answer would not find its part any more.
  document.addEventListener("renewing", () => { renewing = true; });
  document.addEventListener("renewed", () => {
    renewing = false;
    if (again) ask();
  });

  // ---------- the stream ----------
  const ROLL = 20000; // a tab says so often that it is there
  const SILENCE = 30000; // after so long without a word nobody leads
  const wanted = new Map([[me, Infinity]]); // games with personas, and when a tab last asked for them
  let source = null, leads = false, heard = 0, tries = 0, retry = 0, watch = 0, held = [], opening = 0;

  const bus = navigator.locks && window.BroadcastChannel ? new BroadcastChannel("live") : null;
  const tell = (message) => bus?.postMessage(message);
  const streams = () => source?.readyState === 1 || Date.now() - heard < SILENCE;

  function drop() {
    clearTimeout(retry);
    clearTimeout(watch);
    opening += 1;
    source?.close();
    source = null;
  }

  function lost() {
    drop();
    heard = 0;
    tell({ on: false });
    if (!leads) return;
    ask(); // whoever does not answer is offline, and the page says so
    tries = Math.min(tries + 1, 7);
    retry = setTimeout(connect, 500 * 2 ** tries * (0.5 + Math.random()));
  }

  async function connect() {
    drop();
    if (!leads) return;
    const mine = opening;
    for (const [key, last] of wanted) if (Date.now() - last > 3 * ROLL) wanted.delete(key);
    held = [...wanted.keys()].slice(0, 12);
    const slugs = [...new Set(held.map((key) => key.split(" ")[0]))];
    const query = new URLSearchParams(slugs.map((slug) => ["game", slug]));
    let ticket;
    try {
      const answer = await fetch(`${address}?${query}`, { cache: "no-store", credentials: "same-origin" });
      if (mine !== opening) return;
      if (!answer.ok) throw new Error(answer.status);
      ticket = await answer.json();
    } catch {
      if (mine === opening) lost();
      return;
    }
    if (mine !== opening || !ticket.url) return; // no address: this site has no streams
    source = new EventSource(ticket.url);
    source.onopen = () => {
      tries = 0;
      tell({ on: true, news: slugs });
      ask(); // what was missed
    };
    source.onmessage = (event) => {
      const slug = slugs[Number(event.data)];
      tell({ on: true, news: [slug] });
      if (slug === game) ask();
    };
    source.addEventListener("renew", connect);
    source.onerror = lost;
    watch = setTimeout(lost, 1000 * ticket.lasts + 10000); // a line that is dead without saying so
  }

  // ---------- who holds it ----------
  let give = null, queue = null;

  function come() {
    if (leads || queue || document.hidden) return;
    const begin = () => { leads = true; tell({ who: true }); connect(); };
    if (!bus) return begin();
    queue = new AbortController();
    tell({ here: me });
    navigator.locks.request("live", { signal: queue.signal }, () => {
      if (!queue) return undefined;
      begin();
      return new Promise((done) => { give = done; });
    }).catch(() => {});
  }

  function go() {
    leads = false;
    drop();
    queue?.abort();
    give?.();
    queue = give = null;
  }

  bus?.addEventListener("message", ({ data }) => {
    if (data.on !== undefined) heard = data.on ? Date.now() : 0;
    if (data.news?.includes(game) || data.on === false) ask();
    if (data.who && !document.hidden) tell({ here: me });
    if (data.here && leads) {
      wanted.set(data.here, Date.now());
      if (!held.includes(data.here)) connect();
    }
  });

  let leaving = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) { leaving = setTimeout(go, 5000); return; }
    come();
    if (stale || !streams()) ask();
  });
  addEventListener("pagehide", go);
  addEventListener("pageshow", (event) => { if (event.persisted) { come(); ask(); } });
  addEventListener("online", () => { tries = 0; if (leads) connect(); ask(); });

  setInterval(() => {
    if (leads && source?.readyState === 1) tell({ on: true });
    else if (!document.hidden) tell({ here: me });
  }, ROLL / 2);
  setInterval(() => { if (!streams()) ask(); }, 1000 * Number(every || 5));
  come();
})();
