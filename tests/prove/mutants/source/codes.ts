import { mutantsOf } from '../mutant.ts'

const INPUT = 'entities/codes/schemas.test.ts'
const CREATE = 'features/admin/codes/create/create-codes.test.tsx'
const BATCH = 'features/admin/codes/create/create-batch.test.tsx'
const INVITE = 'features/auth/invite-view.test.tsx'
const REGISTER = 'features/auth/register-view.test.tsx'

/** Codes: how they are made and spelt, and who they let in. */
export const codes = [
  ...mutantsOf('entities/codes/schemas.ts', INPUT, [
    ['byte < 252', 'byte < 256', 'chapter 9: no letter is likelier than another', 'favours no character'],
    [
      'crypto.getRandomValues(new Uint8Array(length))',
      'new Uint8Array(length).map(() => Math.random() * 256)',
      'codes cannot be foretold',
      'favours no character',
    ],
    ['XYZ0123456789', 'xyz0123456789', 'chapter 9: the alphabet of 36', 'A to Z and 0 to 9'],
    ['  z.toUpperCase(),\n', '', 'D10: upper case', 'trims and upper-cases'],
    ['  z.overwrite(trimText),\n', '', 'D10: trimmed', 'trims and upper-cases'],
    ['z.maxLength(64,', 'z.maxLength(65,', 'a code has at most 64 characters', 'refuses more than 64'],
    ['  without(foreignToCode,', '  without(() => undefined,', 'a code has nothing hidden', 'refuses'],
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
  ...mutantsOf('entities/codes/create.ts', CREATE, [
    [
      'if (!isCodeTaken(error) || retriedBy === undefined) throw error',
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
  ...mutantsOf('entities/codes/create.ts', BATCH, [
    ['if (data.length > 0) return data', '', 'D3: a batch whose answer was lost is not made twice', ''],
  ]),
  ...mutantsOf('entities/session/sign-up.ts', INVITE, [
    ['row?.is_valid !== true', '!row', 'chapter 5: only is_valid = true lets in', 'calls a code invalid'],
  ]),
  ...mutantsOf('features/auth/invite-view.tsx', INVITE, [
    [
      'if (missed) onMiss(invite)',
      '',
      'D17: a refused code does not come back',
      'does not bring a refused code',
    ],
    [
      `missed ? 'miss' : undefined`,
      `'miss'`,
      'a hint about a space follows a miss only',
      'says nothing of a space',
    ],
  ]),
  ...mutantsOf('features/auth/invite-memory.ts', INVITE, [
    [
      'if (rememberedInvite() === code) ',
      '',
      'D17: a valid code stays when another one is refused',
      'keeps the valid code over',
    ],
  ]),
  ...mutantsOf('features/auth/page.tsx', REGISTER, [
    ['          setSpent(true)\n', '', 'D17: a used code does not come back', 'does not come back to a code'],
    ['          setUnconfirmed(email)\n', '', 'D15: sign in offers to send again', 'offers to send'],
  ]),
  ...mutantsOf('features/auth/register-view.tsx', REGISTER, [
    ['    startResendCooldown()\n', '', 'D15: a minute between two mails', 'offers to send'],
  ]),
  ...mutantsOf('entities/session/sign-up.ts', REGISTER, [
    [
      '(await isRefused(invite))',
      'invite',
      'D9: an outage is not the code’s fault',
      'does not blame the code',
    ],
  ]),
]
