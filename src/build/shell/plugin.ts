import { fileURLToPath } from 'node:url'
import { type ResolvedConfig, runnerImport } from 'vite'
import { buildApart } from '../apart.ts'
import type * as Drawing from './dashboard.tsx'
import { dashboardHtml } from './html.ts'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The app's shell with the dashboard drawn into it, and its first requests. */
export async function dashboardShell(config: ResolvedConfig, shell: string): Promise<string> {
  const standIns = source('stand-ins.ts')
  const { module } = await runnerImport<typeof Drawing>(source('dashboard.tsx'), {
    configFile: false,
    resolve: {
      alias: [
        { find: /^@\/(lib\/(supabase|connection)|entities\/session)$/, replacement: standIns },
        ...config.resolve.alias,
      ],
    },
  })
  const key =
    config.env.VITE_SUPABASE_ANON_KEY ??
    JSON.parse(config.define?.['import.meta.env.VITE_SUPABASE_ANON_KEY'] ?? '""')
  const drawing = await module.drawDashboard()
  const { css } = await buildApart(config, source('style.ts'), [drawing])
  return dashboardHtml(shell, drawing, css, { url: config.env.VITE_SUPABASE_URL, key })
}
