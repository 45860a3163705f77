import { fileURLToPath } from 'node:url'
import { type ResolvedConfig, runnerImport } from 'vite'
import { buildStandalone } from '../standalone-build.ts'
import type * as Dashboard from './dashboard.tsx'
import { dashboardHtml } from './html.ts'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The app's shell with the dashboard drawn into it, and its first requests. */
export async function dashboardShell(config: ResolvedConfig, app: string): Promise<string> {
  const standIns = source('stand-ins.ts')
  const { module } = await runnerImport<typeof Dashboard>(source('dashboard.tsx'), {
    configFile: false,
    resolve: {
      alias: [
        { find: /^@\/(lib\/(supabase|connection)|entities\/session\/session)$/, replacement: standIns },
        ...config.resolve.alias,
      ],
    },
  })
  const drawing = await module.drawDashboard()
  const { css, code } = await buildStandalone(config, source('entry.ts'), [drawing], {
    __FIRST_REQUESTS__: JSON.stringify(drawing.requests),
    __ANYBODY__: JSON.stringify(drawing.anybody),
    __ANY_BALANCE__: JSON.stringify(drawing.anyBalance),
  })
  return dashboardHtml(app, drawing.markup, css, code)
}
