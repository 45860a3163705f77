import type { serveApp } from '@tests/support/app-api'
import { deskWorlds } from './desk-worlds.ts'

/** What `# /address (world)` serves instead of the rows of serveApp(). */
export const worlds: Record<string, (app: ReturnType<typeof serveApp>) => void> = {
  ...deskWorlds,
  'a membership without end': ({ tables }) =>
    void Object.assign(tables.profiles?.[0] ?? {}, { membership_end_date: 'infinity' }),
}
