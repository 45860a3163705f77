import { expect } from '@playwright/test'
import { clientOf } from '../../e2e/support/client.ts'
import { matcher } from './support/calls.ts'
import { type FaultName, failures, inTurns } from './support/faults.ts'
import { expectRequest, expectSoon, fastRetryPage, notice } from './support/page.ts'
import { storedKeys } from './support/sessions.ts'
import { faultTest } from './support/test.ts'

/** Auth refuses, and the session stays valid: Sign Out Error. */
const refused: FaultName[] = ['409', '429']

faultTest(
  'signing out ends the session or reports why not, whatever happens to its request',
  async ({ browser, baseURL, join, network }, { annotations }) => {
    const member = await join('Lea Leaver')
    const context = await browser.newContext({ baseURL })
    const page = await fastRetryPage(context)
    const tried = inTurns('signing out', [...failures, 'slow'])
    for (const fault of tried) {
      const { session } = await clientOf(member)
      await page.goto('/auth')
      await page.evaluate((text) => localStorage.setItem('guildhall-session', text), JSON.stringify(session))
      await page.goto('/dashboard/profile')
      const leave = page.getByRole('button', { name: 'Sign Out', exact: true })
      network.heal()
      const broken = network.breaks({ ...matcher('POST /auth/v1/logout'), fault })
      await leave.click()
      await expectRequest(broken, `sign-out, ${fault}`)
      if (refused.includes(fault)) {
        await expectSoon(notice(page, 'Sign Out Error').first(), `${fault}: reports the failure`)
        network.heal()
        await leave.click()
      }
      await expectSoon(notice(page, 'You have been successfully signed out.'), `${fault}: is signed out`)
      expect(await storedKeys(page)).toEqual([])
    }
    annotations.push({ type: 'tried', description: String(tried.length) })
    await context.close()
  },
)
