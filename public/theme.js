// Runs before the first paint, so that a chosen theme doesn't flash. A file of its own rather
// than inline: the content security policy allows no inline script without a hash.
try {
  const theme = localStorage.getItem("maillotheque.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
