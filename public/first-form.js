// Shows the sign-in form of index.html to signed-out users before the portal's script has arrived, because that takes
// seconds on a slow connection. What the user types, and a press of a button, is kept until the portal takes over
// (src/ui/forms/first-form.ts). In the oldest JavaScript, as browser-check.js.
;(function () {
  var first = document.getElementById('first')
  var client = JSON.parse(document.getElementById('client').textContent)
  var path = location.pathname.slice(client.basePath.length)

  function isStored(storage, key) {
    try {
      return window[storage].getItem(key) !== null
    } catch (error) {
      // Storage is turned off.
      return false
    }
  }

  // These have another form, or messages above it, and are shown by the portal.
  var isOtherForm =
    client.signIn || client.isSandbox || /^(forgotPassword|password\/|user\/[^/]+\/activate)/.test(path)
  var keys = 'portal:' + client.basePath + ':'
  var isSignedIn = isStored('localStorage', keys + 'session')
  var hasMessages =
    isStored('localStorage', keys + 'notices') ||
    isStored('sessionStorage', keys + 'return') ||
    isStored('sessionStorage', 'portal.second-step')
  // Without the portal, the form would do nothing: the page says instead that it could not be loaded (theme.js).
  var isNotLoaded = document.documentElement.classList.contains('not-loaded')
  if (isOtherForm || isSignedIn || hasMessages || isNotLoaded) return

  // As src/services/device/theme.ts does.
  document.documentElement.style.setProperty('--brand-accent-light', client.accent.light)
  document.documentElement.style.setProperty('--brand-accent-dark', client.accent.dark)

  var form = first.querySelector('form')
  var buttons = form.querySelectorAll('button')
  /** Stores for the portal which button is pressed, and shows it. */
  function press(index) {
    form.setAttribute('data-pressed', index)
    buttons[index].setAttribute('aria-busy', 'true')
    buttons[index].classList.add('opacity-50')
  }
  function pressOnClick(index) {
    buttons[index].addEventListener('click', function () {
      press(index)
    })
  }
  for (var index = 0; index < buttons.length; index += 1) pressOnClick(index)
  form.addEventListener('keydown', function (event) {
    if (event.key === 'Enter' && event.target.tagName === 'INPUT') press(buttons.length - 1)
  })
  function showFirst(isShown) {
    document.getElementById('root').hidden = isShown
    first.hidden = !isShown
  }
  function hideIfScriptFails(event) {
    if (event.target.tagName === 'SCRIPT' && first.parentNode) showFirst(false)
  }
  addEventListener('error', hideIfScriptFails, true)

  // Now, because the portal replaces them when it starts, and its sign-in page can still hang.
  var parts = document.querySelectorAll('#root .late > *')
  /** The text of #root, which the form hides, above the form: what is typed stays, and the portal can still arrive. */
  function showNotLoaded() {
    if (!first.parentNode || first.hidden) return
    var text = document.createElement('div')
    text.setAttribute('role', 'alert')
    text.className = 'grid gap-2 px-4 pt-4 sm:px-6 lg:w-[44vw]'
    for (var index = 0; index < parts.length; index += 1) text.appendChild(parts[index].cloneNode(true))
    var main = first.querySelector('main')
    main.parentNode.insertBefore(text, main)
  }
  // A script that hangs reports no error. As long as .late waits (src/ui/theme.css).
  setTimeout(showNotLoaded, 20000)

  if (navigator.onLine === false) first.querySelector('[hidden]').hidden = false
  showFirst(true)
  form.querySelector('input').focus()
})()
