import { existsSync } from 'node:fs'

const shells = ['/usr/bin/chromium-headless-shell']

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine; throws an error that says how to install one. */
export function chromiumPath(): string {
  return firstOf(browsers)
}

/** The headless shell, which takes half the CPU time, or else the browser; throws as `chromiumPath` does. */
export function enginePath(): string {
  return firstOf([...shells, ...browsers])
}

function firstOf(candidates: string[]): string {
  const found = [process.env.CHROMIUM_PATH, ...candidates].find((path) => path && existsSync(path))
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
