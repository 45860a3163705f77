import { existsSync } from 'node:fs'

const shells = ['/usr/bin/chromium-headless-shell']

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine, as people have it; throws one sentence that says how to get one. */
export function chromiumPath(): string {
  return firstOf(browsers)
}

/**
 * Its engine without the windows of a browser, which takes half the work, or the browser where there is no such thing
 * (decision 36); throws as `chromiumPath` does.
 */
export function enginePath(): string {
  return firstOf([...shells, ...browsers])
}

function firstOf(places: string[]): string {
  const found = [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place))
  if (!found) {
    throw new Error(
      'No Chromium found: install it (Debian: apt-get install chromium chromium-headless-shell) or set CHROMIUM_PATH to its program.',
    )
  }
  return found
}

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
