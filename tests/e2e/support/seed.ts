import type { Browser, Page } from '@playwright/test'
import { adminClient } from './client.ts'
import { newMember } from './members.ts'

type Person = Awaited<ReturnType<typeof newMember>>

/** A new admin. */
export async function newAdmin(name: string): Promise<Person> {
  const person = await newMember(name)
  const { client } = await adminClient()
  await client.from('profiles').update({ role: 'admin' }).eq('id', person.id).select().single().throwOnError()
  return person
}

/** A page in a browser context of its own, signed in. */
export async function openAs(
  browser: Browser,
  { storageState }: Pick<Person, 'storageState'>,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** A new benefit. */
export async function newBenefit(name: string, tokens: number) {
  const { client } = await adminClient()
  const { data } = await client
    .from('benefits')
    .insert({ name, description: 'For one test.', token_value: tokens })
    .select()
    .single()
    .throwOnError()
  return data
}

type Benefit = Awaited<ReturnType<typeof newBenefit>>

/** What a member sends to order a benefit. */
export const newOrder = (id: string, member: Pick<Person, 'id' | 'email'>, benefit: Benefit) => ({
  id,
  user_id: member.id,
  benefit_id: benefit.id,
  redemption_email: member.email,
  status: 'pending' as const,
  benefit_name: benefit.name,
  benefit_token_value: benefit.token_value,
})

/** Places an order of a member for a benefit; returns its id and number. */
export async function placeOrder(member: Pick<Person, 'client' | 'id' | 'email'>, benefit: Benefit) {
  const id = crypto.randomUUID()
  await member.client
    .from('orders')
    .insert(newOrder(id, member, benefit))
    .throwOnError()
  const { data } = await member.client.from('orders').select().eq('id', id).single().throwOnError()
  return { id, number: data.order_number ?? '' }
}

/** The balance as the member reads it. */
export async function tokensOf(member: Pick<Person, 'client' | 'id'>): Promise<number> {
  const { data } = await member.client
    .from('profiles')
    .select('current_tokens')
    .eq('id', member.id)
    .single()
    .throwOnError()
  return data.current_tokens
}
