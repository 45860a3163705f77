import { newBenefit } from '../../../e2e/support/seed.ts'
import { operation } from './calls.ts'
import { press, visit } from './page-actions.ts'
import { type Stage, unique, type Writing } from './writing.ts'

/** Its response is a status without content. */
export const noContent: Writing['fine'] = ['truncated']

/** What the member has marked of a benefit, as the member reads it. */
async function facts({ member }: Stage, id: string) {
  const read = member.client.rpc('benefit_facts', { p_benefits: [id] })
  return (await read.single().throwOnError()).data
}

/** The marks of a member on the catalogue. */
export const catalogueWrites: Writing[] = [
  {
    ...operation('mark a favourite'),
    says: 'Failed to save your favourite',
    done: 'Favourites1',
    fine: noContent,
    settles: true,
    prepare: async (stage) => {
      const { id, name } = await newBenefit(unique(), 1)
      await visit(stage.page, `/dashboard/benefits?q=${encodeURIComponent(name)}`)
      const ribbon = stage.page.getByRole('button', { name: `Favourite: ${name}` })
      await ribbon.waitFor()
      return {
        submit: () => press(ribbon),
        effect: async () => Number((await facts(stage, id)).is_favourite),
      }
    },
  },
  {
    ...operation('ask to be told'),
    says: 'Failed to save your request',
    done: 'You asked on',
    fine: noContent,
    settles: true,
    prepare: async (stage) => {
      const { id } = await newBenefit(unique(), 1)
      const soldOut = stage.adminClient.from('benefits').update({ stock: 0 }).eq('id', id)
      await soldOut.throwOnError()
      await visit(stage.page, `/dashboard/benefits/${id}`)
      const ask = stage.page.getByRole('button', { name: 'Tell me when it is back' })
      await ask.waitFor()
      return {
        submit: () => press(ask),
        effect: async () => Number((await facts(stage, id)).is_awaited),
      }
    },
  },
]
