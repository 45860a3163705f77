import { mutantsOf } from '../mutant.ts'

/** Benefits, pictures and orders of members. */
export const benefits = [
  ...mutantsOf('entities/benefits/admin-mutations.ts', 'features/admin/benefits/benefit-dialog.test.tsx', [
    [`.eq('updated_at', opened.updated_at)`, '', 'reports a conflict at its field'],
    ['if (lost.length > 0) throw', 'if (lost.length > 9) throw', 'reports a conflict at its field'],
    [`errorCode(error) === '23505' ? await readNow(id) : null`, 'null', 'creates no second benefit'],
    ['.insert({ id, ...toRow', '.insert({ ...toRow', 'creates no second benefit'],
  ]),
  ...mutantsOf('lib/picture-address.ts', 'lib/picture-address.test.ts', [
    ['/^\\/(?![/\\\\])/', '/^\\//'],
    ['if (control.test(text)) return false', ''],
  ]),
  ...mutantsOf('lib/picture-file.ts', 'lib/picture-file.test.ts', [
    ['if (picture.type === file.type) return picture', 'return picture'],
    [`head.startsWith('RIFF') && head.endsWith('WEBP')`, `head.startsWith('RIFF')`],
    [`'\\x89PNG\\r\\n\\x1A\\n'`, `'\\x89PNG'`],
    ['if (blob.size > limit) throw', 'if (blob.size < 0) throw'],
  ]),
  ...mutantsOf('entities/branding/email-logo.ts', 'features/admin/email-branding/email-logo.test.tsx', [
    [
      'if (origin !== window.location.origin && origin !== new URL(env.supabaseUrl).origin) {',
      'if (!origin) {',
      'reads no picture of another site',
    ],
  ]),
  ...mutantsOf('entities/branding/mutations.ts', 'features/admin/email-branding/email-logo.test.tsx', [
    [
      '  await uploadEmailLogo(picture)\n  await set(emailLogoUrlKey, url)',
      '  await set(emailLogoUrlKey, url)\n  await uploadEmailLogo(picture)',
      'does not claim',
    ],
  ]),
  ...mutantsOf('entities/orders/own.ts', 'features/member/orders/page.test.tsx', [
    [`    .eq('user_id', userId)\n    .order`, '    .order', 'lists the orders of the member'],
  ]),
  ...mutantsOf('entities/orders/own-export.ts', 'features/member/orders/page.test.tsx', [
    ['all = data.length > 0 ? (count ?? 0) : 0', 'all = 0', 'exports every order'],
  ]),
]
