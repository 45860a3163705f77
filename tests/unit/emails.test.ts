import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emailFiles } from '../../supabase/emails/files.tsx'

it.each(Object.entries(emailFiles()))('%s is current (npm run emails)', (path, text) => {
  expect(readFileSync(join(import.meta.dirname, '../../supabase', path), 'utf8')).toBe(text)
})
