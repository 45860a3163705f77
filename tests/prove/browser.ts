import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enginePath } from '../e2e/support/chromium.ts'
import { type Report, readReport } from './browser-report.ts'
import { emptyTally, type Tally } from './tally.ts'

/** A Playwright project; without `all`, each call gets every third fault. */
type Asked = { project: 'attacks' | 'faults'; all: boolean }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js')

/**
 * On embedded backends, whatever .env says, and every case. These tests mostly wait, so they may outnumber the cores.
 */
const SETTINGS = { VITE_SUPABASE_URL: '', VITE_SUPABASE_ANON_KEY: '', PROVE_WHOLE: '1', E2E_WORKERS: '3' }

/**
 * Runs browser tests on the built product and counts them. A missing browser, build or report is one failure.
 */
export async function proveInBrowser(words: Tally['words'], asked: Asked): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-prove-'))
  try {
    enginePath()
    await built()
    return readReport(await run(asked, join(folder, 'report.json')), words)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { ...emptyTally(words), failures: [failure] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

let building: Promise<void> | undefined

/** Builds the product once for all parts. Throws the last output of a failed build. */
function built(): Promise<void> {
  building ??= (async () => {
    const { code, said } = await child('npm', ['run', 'build'])
    if (code !== 0) throw new Error(`The product could not be built: ${said}`)
  })()
  return building
}

async function run({ project, all }: Asked, file: string): Promise<Report> {
  const { said } = await child(
    process.execPath,
    [
      ...[PLAYWRIGHT, 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter', 'json'],
      ...['--retries', '0', '--trace', 'off', '--project', project],
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PROVE_TURN: all ? '' : String(randomInt(3)) },
  )
  const report = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The browser's tests did not run: ${said}`)
  })
  return JSON.parse(report)
}

/** Runs a program in the project; returns its exit code and its last output. */
function child(program: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const running = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...SETTINGS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (text) => {
        said = `${said}${text}`.slice(-600)
      })
    }
    running.on('error', reject)
    running.on('close', (code) => resolve({ code, said: said.trim() }))
  })
}
