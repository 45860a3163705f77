import { expect } from '@playwright/test'
import { clientOf, storageState } from '../../../e2e/support/client.ts'
import { matcher } from './calls.ts'
import { failures, inTurns } from './faults.ts'
import { expectNoTechnicalTerms, expectRequest, expectSoon, fastRetryPage, notice } from './page.ts'
import type { Read } from './reads.ts'
import type { Member } from './test.ts'
import { faultTest } from './test.ts'

/** One test for each read: every fault on one page, each followed by 'Try again', and at last a late response. */
export function testReads(who: string, person: { email: string; password: string }, reads: Read[]) {
  for (const { call, screen, name, message, toast } of reads) {
    faultTest(`${who} reads ${name}`, async ({ browser, baseURL, network }, { annotations }) => {
      const { client, session } = await clientOf(person)
      const context = await browser.newContext({ baseURL, storageState: storageState(session, baseURL) })
      const page = await fastRetryPage(context)
      const alert = page.getByRole('alert').filter({ hasText: message })
      const again = alert.getByRole('button', { name: 'Try again' })
      const tried = inTurns(name, failures)
      for (const [index, fault] of tried.entries()) {
        const what = `${name}, ${fault}`
        network.heal()
        const broken = network.breaks({ ...matcher(call), fault })
        if (index === 0) await page.goto(await filled(screen, client))
        else await again.click()
        await expectRequest(broken, what)
        await expectSoon(again, `${what}: shows the error and stops loading`)
        await expect(page.locator('main'), `${what}: the page stays`).toBeVisible()
        if (toast) await expectSoon(notice(page, toast).first(), `${what}: the toast`)
        await expectNoTechnicalTerms(page)
      }
      network.heal()
      network.breaks({ ...matcher(call), fault: 'slow' })
      // A read that was repeated automatically, as after a lost connection, has removed the button.
      await again.click({ timeout: 5_000 }).catch(() => undefined)
      await expect(alert, `${name}: the retry succeeds`).toBeHidden()
      annotations.push({ type: 'tried', description: String(tried.length + 1) })
      await context.close()
    })
  }
}

/** The screen with the ids of the oldest order that has a buyer, and of a benefit that delivers keys. */
async function filled(screen: string, client: Member['client']): Promise<string> {
  if (!screen.includes('{')) return screen
  const orders = client.from('orders').select('id, user_id').not('user_id', 'is', null).order('created_at')
  const { data } = await orders.limit(1).single().throwOnError()
  const benefits = client.from('benefits').select('id').eq('is_active', true).eq('delivery_method', 'key')
  const { data: benefit } = await benefits.limit(1).single().throwOnError()
  return screen
    .replace('{order}', data.id)
    .replace('{buyer}', String(data.user_id))
    .replace('{benefit}', benefit.id)
}
