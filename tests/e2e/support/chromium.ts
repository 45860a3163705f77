import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine; throws one sentence that says how to get one. */
export function chromiumPath(): string {
  const found = places.find((place) => place && existsSync(place))
  if (!found) {
    throw new Error(
      'No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
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
