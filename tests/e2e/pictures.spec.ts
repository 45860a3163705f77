import type { BrowserContextOptions } from '@playwright/test'
import { desk, phone, waitUntilSettled } from './support/checks.ts'
import {
  checkHistory,
  drawer,
  dryRun,
  notifications,
  type Open,
  palette,
  press,
  reveal,
} from './support/openers.ts'
import { withId } from './support/screens.ts'
import { test } from './support/test.ts'

/** `file | path`: the pictures of docs/, taken of the demo data by `npm run pictures`. */
type Picture = { file: string; path: string; open?: Open; at?: BrowserContextOptions }

const onPhone = { viewport: phone, deviceScaleFactor: 2 }
const dark = { colorScheme: 'dark' } as const

const pictures: Record<'member' | 'admin', Picture[]> = {
  member: [
    { file: 'benefits', path: '/dashboard/benefits' },
    {
      file: 'redeem-phone',
      path: '/dashboard/benefits',
      open: press(/^Redeem/, /^Redeem/),
      at: { ...onPhone, ...dark },
    },
    { file: 'order-phone', path: '/dashboard/orders/ORD-000001', open: reveal, at: onPhone },
    { file: 'notifications', path: '/dashboard', open: notifications },
    { file: 'history-check', path: '/dashboard/transactions', open: checkHistory },
    { file: 'invite', path: '/dashboard/invite' },
    { file: 'privacy', path: '/dashboard/profile?tab=privacy', at: dark },
  ],
  admin: [
    { file: 'order-desk', path: '/admin/orders?status=waiting&sort=due' },
    { file: 'dry-run', path: '/admin/orders?status=waiting&sort=due', open: dryRun },
    { file: 'explained-number', path: '/admin', open: drawer(/^Outstanding.*: /) },
    { file: 'keys', path: '/admin/benefits/Lantern Research?keys&tab=delivery' },
    { file: 'invitations', path: '/admin/invite-codes?view=invitations' },
    { file: 'search', path: '/admin', open: palette, at: dark },
  ],
}

for (const role of ['member', 'admin'] as const) {
  for (const { file, path, open, at } of pictures[role]) {
    test(`${role}: ${file}`, async ({ open: openPage, demo }) => {
      const page = await openPage(demo[role], await withId(path), { viewport: desk, ...at })
      await page.waitForLoadState('networkidle')
      await open?.(page)
      await waitUntilSettled(page)
      await page.screenshot({ path: `docs/images/${file}.jpg`, quality: 80, animations: 'disabled' })
    })
  }
}
