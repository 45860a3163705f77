import { mutantsOf } from '../mutant.ts'

const INPUT = 'entities/codes-input.test.ts'
const CREATE = 'features/admin/codes/create-codes.test.tsx'
const BATCH = 'features/admin/codes/create-batch.test.tsx'
const INVITE = 'features/auth/invite-view.test.tsx'
const REGISTER = 'features/auth/register-view.test.tsx'

/** Codes: how they are made and spelt, and who they let in. */
export const codes = [
  ...mutantsOf('entities/codes-input.ts', INPUT, [
    ['byte < 252', 'byte < 256', 'chapter 9: no letter is likelier than another', 'favours no character'],
    [
      'crypto.getRandomValues(new Uint8Array(length))',
      'new Uint8Array(length).map(() => Math.random() * 256)',
      'codes cannot be foretold',
      'favours no character',
    ],
    ['XYZ0123456789', 'xyz0123456789', 'chapter 9: the alphabet of 36', 'A to Z and 0 to 9'],
    ['    z.toUpperCase(),\n', '', 'D10: upper case', 'trims and upper-cases'],
    ['    z.trim(),\n    z.toUpper', '    z.toUpper', 'D10: trimmed', 'trims and upper-cases'],
    ['[A-Z0-9-]{4,64}$/', '[A-Z0-9-]{1,64}$/', 'a code has at least 4 characters', 'refuses'],
    [
      'z.maximum(1000, valueRule)',
      'z.maximum(9999, valueRule)',
      'chapter 5: a value of at most 1000',
      'refuses the value',
    ],
    [
      'while (codes.size < count) codes.add',
      'if (codes.size < count) codes.add',
      'as many codes as asked for',
      'as many different',
    ],
  ]),
  ...mutantsOf('entities/codes-create.ts', CREATE, [
    [
      'if (!isTaken(error) || retriedBy === undefined) throw error',
      'throw error',
      'D3: a retry of a code is a success',
      'that an unanswered try created',
    ],
    [
      `.eq('created_by', retriedBy)`,
      '',
      'a code of somebody else is not one’s own success',
      'met, but did not create',
    ],
  ]),
  ...mutantsOf('entities/codes-create.ts', BATCH, [
    ['if (data.length > 0) return data', '', 'D3: a batch whose answer was lost is not made twice', ''],
  ]),
  ...mutantsOf('entities/sign-up.ts', INVITE, [
    ['row?.is_valid !== true', '!row', 'chapter 5: only is_valid = true lets in', 'calls a code invalid'],
  ]),
  ...mutantsOf('entities/sign-up.ts', REGISTER, [
    [
      '(await isRefused(invite))',
      'invite',
      'D9: an outage is not the code’s fault',
      'does not blame the code',
    ],
  ]),
]
