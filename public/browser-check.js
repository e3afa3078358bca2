// Runs before the portal: a browser that lacks what the portal needs shows a page that says so, instead of errors that
// name other causes. In the oldest JavaScript, so that every browser can run it. The versions are in index.html and in
// docs/running/browsers.md; tests/e2e/system/old-browsers.spec.ts removes each feature.
;(function () {
  // A script of the portal that does not arrive: index.html says so. Captured, since errors of elements do not bubble.
  window.addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT') document.documentElement.classList.add('not-loaded')
    },
    true,
  )
  var signals = window.AbortSignal
  var needed = {
    'AbortSignal.any': signals && signals.any,
    'AbortSignal.timeout': signals && signals.timeout,
    'Array.toSorted': Array.prototype.toSorted,
    'Array.findLast': Array.prototype.findLast,
    'Object.hasOwn': Object.hasOwn,
    Worker: window.Worker,
    ResizeObserver: window.ResizeObserver,
    'crypto.getRandomValues': window.crypto && window.crypto.getRandomValues,
  }
  var missing = []
  for (var name in needed) if (!needed[name]) missing.push(name)
  if (missing.length === 0) return
  // In place of #root, without which the portal does not start.
  var root = document.getElementById('root')
  var page = document.getElementById('old-browser')
  root.parentNode.replaceChild(document.importNode(page.content, true), root)
  var first = document.getElementById('first')
  first.parentNode.removeChild(first)
  document.getElementById('missing').textContent = missing.join(', ')
})()
