import { expect } from '@playwright/test'
import { clientOf } from '../../e2e/support/client.ts'
import { newMember } from '../../e2e/support/members.ts'
import { type FaultName, faults, inTurns } from './support/faults.ts'
import { test } from './support/test.ts'
import { expectHit, expectSoon, impatientPage, notice } from './support/words.ts'

/** Auth refuses, and the session is still good: what says so is Sign Out Error (chapter 8). */
const refused: FaultName[] = ['409', '429']

test('signing out ends this session, or says why not, whatever happens to its request', async ({
  browser,
  baseURL,
  request,
  straight,
  way,
}, { annotations }) => {
  const member = await newMember(straight, request, 'Lea Leaver')
  const context = await browser.newContext({ baseURL })
  const page = await impatientPage(context)
  const those = inTurns('signing out', Object.keys(faults) as FaultName[])
  for (const fault of those) {
    const { session } = await clientOf(straight, member)
    await page.goto('/auth')
    await page.evaluate((kept) => localStorage.setItem('guildhall-session', kept), JSON.stringify(session))
    await page.goto('/dashboard/profile')
    const leave = page.getByRole('button', { name: 'Sign Out', exact: true })
    way.heal()
    const broken = way.breaks({ method: 'POST', path: /^\/auth\/v1\/logout/, fault })
    await leave.click()
    await expectHit(broken, `sign-out, ${fault}`)
    if (refused.includes(fault)) {
      await expectSoon(notice(page, 'Sign Out Error').first(), `${fault}: says so`)
      way.heal()
      await leave.click()
    }
    await expectSoon(notice(page, 'You have been successfully signed out.'), `${fault}: is signed out`)
    const kept = await page.evaluate(() => Object.keys(localStorage))
    expect(kept.filter((key) => key.startsWith('guildhall'))).toEqual([])
  }
  annotations.push({ type: 'tried', description: String(those.length) })
  await context.close()
})
