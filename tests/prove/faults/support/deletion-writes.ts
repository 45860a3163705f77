import { newestEmail } from '../../../e2e/support/inbox.ts'
import { newMember } from '../../../e2e/support/members.ts'
import { operation } from './calls.ts'
import { form, press } from './page-actions.ts'
import { type Stage, unique, type Writing } from './writing.ts'

const PRIVACY = '/dashboard/profile?tab=privacy'

type Leaving = Awaited<ReturnType<typeof newMember>>

/** A new member each time, because one may ask five times a day. */
async function somebody({ page }: Stage, prepare: (person: Leaving) => Promise<string>): Promise<Leaving> {
  if (page.url() === 'about:blank') await page.goto('/nowhere')
  const person = await newMember(unique('Faulty'))
  const path = await prepare(person)
  const [item] = person.storageState.origins[0]?.localStorage ?? []
  await page.evaluate((session) => {
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('guildhall-session', session)
  }, item?.value ?? '')
  await page.goto(path)
  return person
}

/** Asks, and returns the token of the email. */
async function ask({ client, email }: Leaving): Promise<string> {
  await client.rpc('request_deletion').throwOnError()
  const { html } = await newestEmail(email, 'Confirm that your Guildhall account is to be deleted')
  return /confirm=([^"&]*)/.exec(html)?.[1] ?? ''
}

async function isLeaving({ client, id }: Leaving): Promise<boolean> {
  const row = client.from('profiles').select('deletes_at').eq('id', id).single()
  return (await row.throwOnError()).data.deletes_at !== null
}

/** A member who deletes the account, and stays after all. */
export const deletionWrites: Writing[] = [
  {
    ...operation('ask to be deleted'),
    says: /cannot be reached|Nothing was changed|session has ended/,
    done: 'You asked us to delete your account',
    prepare: async (stage) => {
      const { page } = stage
      const person = await somebody(stage, () => Promise.resolve(PRIVACY))
      await press(page.getByRole('button', { name: 'Delete my account' }))
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      await dialog.getByLabel('I know that 25 tokens are given up').check()
      return form(dialog, { 'Your password': person.password }, /^Delete on/, async () => {
        const counts = person.client.rpc('my_data_counts').single()
        return (await counts.throwOnError()).data.requested_at === null ? 0 : 1
      })
    },
  },
  {
    ...operation('confirm a deletion'),
    says: /Your account stays for now|may have been confirmed/,
    done: 'Your account will be deleted on',
    prepare: async (stage) => {
      const person = await somebody(stage, async (one) => `${PRIVACY}&confirm=${await ask(one)}`)
      const button = stage.page.getByRole('button', { name: /^Delete on/ })
      return { submit: () => press(button), effect: async () => Number(await isLeaving(person)) }
    },
  },
  {
    ...operation('keep the account'),
    says: 'Error',
    done: 'Your account stays.',
    prepare: async (stage) => {
      const person = await somebody(stage, async (one) => {
        await one.client.rpc('confirm_deletion', { p_token: await ask(one) }).throwOnError()
        return PRIVACY
      })
      const button = stage.page.getByRole('button', { name: 'Keep my account' })
      return { submit: () => press(button), effect: async () => Number(!(await isLeaving(person))) }
    },
  },
]
