import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Browser } from './browser.ts'

const port = Number(process.env.E2E_PORT) + 1
/** The key of an element reference in WebDriver. */
const reference = 'element-6066-11e4-a52e-4f735466cecf'

/** Debian's WebKitGTK in its MiniBrowser, on a display of its own, driven by WebDriver. */
export async function startWebKit(): Promise<Browser> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await started(xvfb, once(xvfb.stdio[3] as Readable, 'data'))
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
  })
  const stop = () => [driver, xvfb].forEach((child) => void child.kill())
  try {
    const at = `http://127.0.0.1:${port}`
    await started(driver, answers(`${at}/status`))
    return await openSession(at, stop)
  } catch (error) {
    stop()
    throw error
  }
}

async function openSession(at: string, stop: () => void): Promise<Browser> {
  const { sessionId } = (await call('POST', `${at}/session`, { capabilities: {} })) as { sessionId: string }
  const session = `${at}/session/${sessionId}`
  const run = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] })
  const use = async (script: string, action: string, body: object) => {
    const element = (await run(script)) as Record<string, string> | null
    if (element) await call('POST', `${session}/element/${element[reference]}/${action}`, body)
    return element !== null
  }
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 })
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    run,
    click: (script) => use(script, 'click', {}),
    type: (script, text) => use(script, 'value', { text }),
    async close() {
      await call('DELETE', session).finally(stop)
    },
  }
}

/** Sends one command; throws the driver's error. */
async function call(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: { message?: string } }
  if (!answer.ok) throw new Error(`WebDriver: ${value.message}`)
  return value
}

/** Resolves with `ready`, rejects if the program cannot be started. */
function started<T>(child: ChildProcess, ready: Promise<T>): Promise<T> {
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${error.message}: apt-get install webkit2gtk-driver xvfb`)
  })
  return Promise.race([ready, failed])
}

async function answers(url: string): Promise<void> {
  for (let tries = 100; tries > 0; tries--) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}
