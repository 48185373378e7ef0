"use strict";
// Tells the server the reader's time zone by a cookie, so that the next page writes times in it.
(() => {
  let zone;
  try {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return;
  }
  if (!zone || document.cookie.split("; ").includes(`tz=${encodeURIComponent(zone)}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
})();
