import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod'
import { reason, StartFailure } from './failure.ts'
import { CONFIG_FILE, PROJECT_DIR } from './paths.ts'

const template = z.object({ subject: z.string(), content_path: z.string() })

// The part of config.toml that the embedded backend obeys; the official CLI reads the rest.
const schema = z.object({
  api: z.object({
    schemas: z.array(z.string()),
    max_rows: z.number(),
    extra_search_path: z.array(z.string()),
  }),
  storage: z.object({ file_size_limit: z.string() }),
  auth: z.object({
    site_url: z.string(),
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.number(),
    enable_signup: z.boolean(),
    enable_refresh_token_rotation: z.boolean(),
    refresh_token_reuse_interval: z.number(),
    minimum_password_length: z.number(),
    email: z.object({
      enabled: z.boolean(),
      double_confirm_changes: z.boolean(),
      enable_confirmations: z.boolean(),
      secure_password_change: z.boolean(),
      max_frequency: z.templateLiteral([z.number(), z.enum(['s', 'm'])]),
      otp_length: z.number(),
      otp_expiry: z.number(),
      template: z.object({ confirmation: template, recovery: template }),
    }),
    mfa: z.object({ max_enrolled_factors: z.number() }),
    rate_limit: z.object({
      sign_in_sign_ups: z.number(),
      token_refresh: z.number(),
      token_verifications: z.number(),
    }),
    hook: z.object({ before_user_created: z.object({ enabled: z.boolean(), uri: z.string() }) }),
  }),
})

export type Settings = z.infer<typeof schema>

/** Reads supabase/config.toml. Throws StartFailure when it is missing or lacks something the backend needs. */
export function readSettings(): Settings {
  try {
    if (!existsSync(CONFIG_FILE)) throw new Error('the file is missing')
    const settings = schema.parse(parse(readFileSync(CONFIG_FILE, 'utf8')))
    // Paths in config.toml are relative to the project, wherever the backend was started.
    for (const template of Object.values(settings.auth.email.template)) {
      if (!isAbsolute(template.content_path)) template.content_path = join(PROJECT_DIR, template.content_path)
    }
    return settings
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s+/g, ' ') : reason(error)
    throw new StartFailure(`supabase/config.toml cannot be used: ${problem}.`)
  }
}

/** Seconds between two emails to one address. */
export function emailIntervalSeconds(settings: Settings): number {
  const { max_frequency } = settings.auth.email
  return Number.parseFloat(max_frequency) * (max_frequency.endsWith('m') ? 60 : 1)
}
