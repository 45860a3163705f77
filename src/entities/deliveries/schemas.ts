import * as z from 'zod/mini'

export const reportChoices: Record<string, readonly [string, ...string[]]> = {
  key: [
    'The key is refused as already used',
    'The key is refused as invalid',
    'The page to activate it does not load',
    'Something else',
  ],
  link: ['The link does not open', 'The page asks for something I do not have', 'Something else'],
  file: ['The file cannot be downloaded', 'The file does not open', 'It is another file', 'Something else'],
  nothing: ['Nothing has arrived', 'Something is missing', 'Something else'],
  text: ['It is refused', 'Something is missing', 'Something else'],
}

/** A reason has at most 1,000 characters, including the longest choice. */
const maxText = 900

export const reportSchema = z.object({
  choice: z.string('Choose what is wrong.').check(z.minLength(1, 'Choose what is wrong.')),
  text: z.string().check(z.trim(), z.maxLength(maxText, `At most ${maxText} characters.`)),
})
export type ReportInput = z.infer<typeof reportSchema>

export const emptyReport: ReportInput = { choice: '', text: '' }

export function reportReason({ choice, text }: ReportInput): string {
  return text ? `${choice}: ${text}` : choice
}
