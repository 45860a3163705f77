import * as z from 'zod/mini'

type Problem = {
  label: string
  /** Answered with another key at once; every other problem keeps what was delivered (D68). */
  isRefused?: true
}

const wrongThing: Problem = { label: 'It is the wrong thing' }
const somethingElse: Problem = { label: 'Something else' }
const missing: Problem = { label: 'Something is missing' }

const problems: Record<string, readonly Problem[]> = {
  key: [
    { label: 'The key is refused as already used', isRefused: true },
    { label: 'The key is refused as invalid', isRefused: true },
    { label: 'The page to activate it does not load' },
    wrongThing,
  ],
  link: [
    { label: 'The link does not open' },
    { label: 'The page asks for something I do not have' },
    wrongThing,
  ],
  file: [{ label: 'The file cannot be downloaded' }, { label: 'The file does not open' }, wrongThing],
  text: [{ label: 'It is refused' }, missing, wrongThing],
  nothing: [{ label: 'Nothing has arrived' }, missing],
}

/** What can be wrong with a delivery of this kind. */
export const problemsOf = (kind: string): readonly Problem[] => [...(problems[kind] ?? []), somethingElse]

/** A reason has at most 1,000 characters, including the longest choice. */
const maxText = 900

export const reportSchema = z.object({
  choice: z.string('Choose what is wrong.').check(z.minLength(1, 'Choose what is wrong.')),
  text: z.string().check(z.trim(), z.maxLength(maxText, `At most ${maxText} characters.`)),
})
export type ReportInput = z.infer<typeof reportSchema>

export const emptyReport: ReportInput = { choice: '', text: '' }
