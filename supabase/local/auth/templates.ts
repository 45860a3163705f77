import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../files.ts'
import type { Settings } from '../settings.ts'

/** The templates that auth fills, with the placeholders of Go. */
export async function authTemplates() {
  const { render } = await import('../../functions/send-mail/render.tsx')
  const html = (name: string, type: string) => {
    const link = `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${type}`
    return render(name, { email: '{{ .Email }}', link }, { site: '{{ .SiteURL }}' })?.html ?? ''
  }
  return { confirmation: html('confirmation', 'signup'), recovery: html('recovery', 'recovery') }
}

/** Writes them to where config.toml names them; git has none. */
export async function writeAuthTemplates(settings: Settings): Promise<void> {
  const templates = await authTemplates()
  for (const name of ['confirmation', 'recovery'] as const) {
    const file = settings.auth.email.template[name].content_path
    // Vite watches them.
    if (existsSync(file) && readFileSync(file, 'utf8') === templates[name]) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileAtomically(file, templates[name])
  }
}
