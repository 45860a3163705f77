import { mutantsOf } from '../mutant.ts'

/** Creating, spelling and using codes. */
export const codes = [
  ...mutantsOf('entities/codes/schemas.ts', 'entities/codes/schemas.test.ts', [
    ['byte < 248', 'byte < 256', 'favours no character'],
    [
      'crypto.getRandomValues(new Uint8Array(length))',
      'new Uint8Array(length).map(() => Math.random() * 256)',
      'favours no character',
    ],
    ['XYZ23456789', 'XYZ0123456789', 'easily confused'],
    ['  z.toUpperCase(),\n', '', 'trims and upper-cases'],
    ['  z.overwrite(trimText),\n', '', 'trims and upper-cases'],
    ['z.maxLength(64,', 'z.maxLength(65,', 'reports "'],
    ['  without(disallowedInCode,', '  without(() => undefined,', 'rejects'],
    ['z.maximum(1000, valueRule)', 'z.maximum(9999, valueRule)', 'reports "'],
    ['while (codes.size < count) codes.add', 'if (codes.size < count) codes.add', 'as many different'],
  ]),
  ...mutantsOf('entities/codes/create.ts', 'features/admin/codes/create/create-codes.test.tsx', [
    ['if (!isCodeTaken(error) || retriedBy === undefined) throw error', 'throw error', 'succeeds on a retry'],
    [`.eq('created_by', retriedBy)`, '', 'refuses on a retry'],
  ]),
  ...mutantsOf('entities/codes/create.ts', 'features/admin/codes/create/create-batch.test.tsx', [
    ['if (data.length > 0) return data', ''],
  ]),
  ...mutantsOf('entities/session/sign-up.ts', 'features/auth/invite-view.test.tsx', [
    ['row?.is_valid !== true', '!row', 'calls a code invalid'],
  ]),
  ...mutantsOf('entities/session/sign-up.ts', 'features/auth/register-view.test.tsx', [
    ['error.status === 422', 'error.status === 400', 'refused the code, keeping the input'],
  ]),
  ...mutantsOf('features/auth/invite-view.tsx', 'features/auth/invite-view.test.tsx', [
    ['if (missed) onMiss(invite)', '', 'does not bring a refused code'],
    [`missed ? 'miss' : undefined`, `'miss'`, 'shows no hint after a server error'],
  ]),
  ...mutantsOf('features/auth/invite-memory.ts', 'features/auth/invite-view.test.tsx', [
    ['if (rememberedInvite() !== code) return\n', '', 'keeps the valid code when'],
  ]),
  ...mutantsOf('features/auth/page.tsx', 'features/auth/invitation-link.test.tsx', [
    ['rememberToken(hash.slice(1))', '', 'fills in code and address'],
    ['void navigate({ pathname, search }, { replace: true })', '', 'removes the token'],
  ]),
  ...mutantsOf('features/auth/register-fields.tsx', 'features/auth/invitation-link.test.tsx', [
    ['readOnly={bound}', 'readOnly={false}', 'keeps a bound address'],
  ]),
  ...mutantsOf('features/auth/page.tsx', 'features/auth/register-view.test.tsx', [
    ['          setSpent(true)\n', '', 'does not return to a used code'],
    ['          setUnconfirmed(email)\n', '', 'offers to send'],
  ]),
  ...mutantsOf('features/auth/register-view.tsx', 'features/auth/register-view.test.tsx', [
    ['    startResendCooldown()\n', '', 'offers to send'],
  ]),
  ...mutantsOf('entities/session/sign-up.ts', 'features/auth/register-view.test.tsx', [
    ['(await isRefused(invite))', 'invite', 'does not blame the code'],
  ]),
]
