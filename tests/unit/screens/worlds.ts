import type { serveApp } from '@tests/support/app-api'

/** What `# /address (world)` serves instead of the rows of serveApp(). */
export const worlds: Record<string, (app: ReturnType<typeof serveApp>) => void> = {}
