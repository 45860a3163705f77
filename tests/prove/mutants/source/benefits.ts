import { mutantsOf } from '../mutant.ts'

const DIALOG = 'features/admin/benefits/benefit-dialog.test.tsx'
const CATALOGUE = 'features/member/benefits/page.test.tsx'
const OWN_ORDERS = 'features/member/orders/page.test.tsx'
const MAILS = 'features/admin/email-branding/mails.test.tsx'

/** The price list, its pictures, and what orders keep of it. */
export const benefits = [
  ...mutantsOf('entities/benefits/admin-mutations.ts', DIALOG, [
    [
      `.eq('updated_at', opened.updated_at)`,
      '',
      'nobody is overwritten in silence',
      'tells a conflict at its field',
    ],
    [
      'if (lost.length > 0) throw',
      'if (lost.length > 9) throw',
      'a conflict is told, not resolved',
      'tells a conflict at its field',
    ],
    [
      `errorCode(error) === '23505' ? await readNow(id) : null`,
      'null',
      'what is created twice is created once',
      'one benefit when the answer was lost',
    ],
    [
      '.insert({ id, ...input',
      '.insert({ ...input',
      'a new benefit carries its id through retries',
      'one benefit when the answer was lost',
    ],
  ]),
  ...mutantsOf('lib/picture-address.ts', 'lib/picture-address.test.ts', [
    ['/^\\/(?![/\\\\])/', '/^\\//', 'a path of this site is not another site', ''],
    ['if (control.test(text)) return false', '', 'no address that a browser reads as another', ''],
  ]),
  ...mutantsOf('lib/picture-file.ts', 'lib/picture-file.test.ts', [
    [
      'if (picture.type === file.type) return picture',
      'return picture',
      'D24: a name that lies is refused',
      '',
    ],
    [
      `head.startsWith('RIFF') && head.endsWith('WEBP')`,
      `head.startsWith('RIFF')`,
      'D24: a sound is no picture',
      '',
    ],
    [`'\\x89PNG\\r\\n\\x1A\\n'`, `'\\x89PNG'`, 'D24: PNG by its first bytes', ''],
    ['if (blob.size > limit) throw', 'if (blob.size < 0) throw', 'D24: a limit in bytes', ''],
  ]),
  ...mutantsOf('entities/branding/email-logo.ts', MAILS, [
    [
      'if (origin !== window.location.origin && origin !== new URL(env.supabaseUrl).origin) {',
      'if (!origin) {',
      'pages read no picture of another site',
      'reads no picture of another site',
    ],
  ]),
  ...mutantsOf('entities/branding/mutations.ts', MAILS, [
    [
      '  await uploadEmailLogo(picture)\n  await set(emailLogoUrlKey, url)',
      '  await set(emailLogoUrlKey, url)\n  await uploadEmailLogo(picture)',
      'the screen never claims more than the mails show',
      'does not claim',
    ],
  ]),
  ...mutantsOf('entities/benefits/catalogue.ts', CATALOGUE, [
    [
      `.eq('is_active', true)`,
      '',
      'chapter 4: members see only active benefits',
      'lists the active benefits',
    ],
  ]),
  ...mutantsOf('entities/orders/own.ts', OWN_ORDERS, [
    [
      `    .eq('user_id', userId)\n    .order`,
      '    .order',
      'one’s own orders, also for an admin',
      'lists the orders of the member',
    ],
  ]),
  ...mutantsOf('entities/orders/own-export.ts', OWN_ORDERS, [
    [
      'all = data.length > 0 ? (count ?? 0) : 0',
      'all = 0',
      'D20: an export is all rows, not one answer',
      'exports every order',
    ],
  ]),
]
