import { captureEmailLink } from '@/entities/session/email-link'
import { browserStorage } from '@/lib/storage'
import { sessionStorageKey } from '@/lib/storage-keys'
import { chooseTheme, currentTheme, onThemeChange, type Theme } from '@/lib/theme'
import { showPublicSettings } from '@/widgets/public-settings/show-settings'
import './prerendered.css'

// The only script of prerendered pages: theme switch, link to the dashboard, prices, what auth appended to the address.

const { pathname, hash } = window.location
captureEmailLink()
if (window.location.pathname !== pathname) {
  // The app takes it from there.
  window.history.replaceState(null, '', window.location.pathname + hash)
  window.location.reload()
}

const root = document.documentElement
const switches = document.querySelectorAll<HTMLElement>('[data-theme]')

function showChoice() {
  for (const one of switches) one.ariaPressed = String(one.dataset.theme === currentTheme())
}

for (const one of switches) {
  one.addEventListener('click', () => chooseTheme(one.dataset.theme as Theme))
}
onThemeChange(showChoice)
showChoice()

function markSession() {
  root.classList.toggle('signed-in', browserStorage.getItem(sessionStorageKey) !== null)
}

// Signed in or out in another tab, or restored from the back-forward cache.
window.addEventListener('storage', markSession)
window.addEventListener('pageshow', markSession)

if (document.querySelector('[data-left], [data-contact]')) void showPublicSettings(document)
