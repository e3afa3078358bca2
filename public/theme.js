// Sets the theme before the first paint, so that a dark screen does not flash white. The portal does it again and follows changes
// (src/services/device/theme.ts). In the oldest JavaScript, as browser-check.js.
;(function () {
  var theme = null
  try {
    theme = localStorage.getItem('portal.theme')
  } catch (error) {
    // Storage is turned off.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-theme', theme)
})()
