import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_DIR, SUPABASE_DIR } from '../paths.ts'

export type BackendChild = {
  ready: Promise<URL>
  /** Lets it start for the app at `siteUrl`; `onFailure` is called when it ends by itself, its one sentence having been printed. */
  serve(siteUrl: string, onFailure: () => void): Promise<void>
  stop(): Promise<void>
}

const CLI = join(SUPABASE_DIR, 'local/cli.ts')
const CACHE = join(PROJECT_DIR, 'node_modules/.cache/guildhall')
const MAX_AGE_MS = 7 * 24 * 3600 * 1000

// What needs a file beside it, and what a start can do without: the libraries of emails and payments.
const EXTERNAL = ['libpg-query', 'react', 'react-dom', '@react-email/*', 'html-to-text', 'stripe']

/**
 * Compiles the backend together with its packages, which takes a fifth of the time of loading them one by one. Returns the file to
 * run, which is used again until a source or a package changes.
 */
async function compileBackend(): Promise<string> {
  const hash = createHash('sha256').update(PROJECT_DIR)
  for (const source of [...filesIn('supabase/local'), ...filesIn('supabase/functions'), 'package-lock.json'])
    hash.update(`\0${source}\0`).update(readFileSync(join(PROJECT_DIR, source)))
  const folder = join(CACHE, hash.digest('hex').slice(0, 16))
  const file = join(folder, 'cli.mjs')
  if (existsSync(file)) return file
  const outdir = `${folder}.${process.pid}`
  const here = JSON.stringify(pathToFileURL(CLI))
  const { build } = await import('esbuild')
  await build({
    entryPoints: [CLI],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    external: EXTERNAL,
    define: {
      'import.meta.url': here,
      'process.env.NODE_ENV': '"production"',
    },
    // For the packages that call it.
    banner: {
      js: `import{createRequire as from}from'node:module';const require=from(${here});`,
    },
  })
  try {
    renameSync(outdir, folder)
  } catch (error) {
    // Of two servers that start at once, one finds that of the other.
    if (!existsSync(file)) throw error
    rmSync(outdir, { recursive: true })
  }
  // A running server may still load parts of an earlier one.
  for (const old of readdirSync(CACHE).map((name) => join(CACHE, name)))
    if (statSync(old).mtimeMs < Date.now() - MAX_AGE_MS) rmSync(old, { recursive: true })
  return file
}

function filesIn(folder: string): string[] {
  return readdirSync(join(PROJECT_DIR, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(PROJECT_DIR, join(parentPath, name)))
    .sort()
}

/** Runs the backend in a process of its own, which ends when this one does, however that happens. */
export function startBackendChild(data: string): BackendChild {
  // Set by the browser tests, which start fresh and leave nothing behind.
  const ephemeral = process.env.GUILDHALL_BACKEND === 'ephemeral' ? ['--ephemeral'] : []
  const starting = compileBackend().then((file) =>
    spawn(process.execPath, [file, '--port', '0', ...ephemeral, '--data', data], {
      cwd: PROJECT_DIR,
      // The channel closes when this process ends.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  let stopping = false
  return {
    ready: starting.then((child) => once(child, 'message')).then(([{ url }]) => new URL(url)),
    async serve(siteUrl, onFailure) {
      const child = await starting
      child.send(siteUrl)
      child.once('exit', () => {
        if (!stopping) onFailure()
      })
    },
    async stop() {
      stopping = true
      const child = await starting
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
