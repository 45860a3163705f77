import { randomUUID } from 'node:crypto'
import type { Person } from '../support/people.ts'
import { type Benefit, orderPayload } from '../support/rows.ts'
import type { Fixture } from './fixture.ts'

export type DeliveredFile = { path: string; remove(): Promise<void> }

/** A file that an order of `owner` has delivered; `remove` leaves the order. */
export async function deliverFile(fixture: Fixture, owner: Person, content: Blob): Promise<DeliveredFile> {
  const { admin, service } = fixture
  const row = { name: 'Proof File', description: 'Of the proof.', token_value: 1 }
  const inserted = await admin.client.from('benefits').insert(row).select().single().throwOnError()
  const benefit: Benefit = inserted.data
  const path = `${benefit.id}/${randomUUID()}/proof.png`
  const { error } = await admin.client.storage.from('deliveries').upload(path, content)
  if (error) throw error
  const settings = await admin.client.rpc('delivery_settings', { p_benefit_id: benefit.id }).throwOnError()
  await admin.client
    .rpc('save_delivery_settings', {
      p_benefit_id: benefit.id,
      p_updated_at: settings.data[0].updated_at,
      p_method: 'file',
      p_file: { path, name: 'proof.png', size: content.size, type: 'image/png' },
    })
    .throwOnError()
  await owner.client.from('orders').insert(orderPayload(owner, benefit)).throwOnError()
  return {
    path,
    remove: async () => {
      await admin.client.from('benefits').delete().eq('id', benefit.id).throwOnError()
      // The order still needs it, so no admin may.
      await service.storage.from('deliveries').remove([path])
    },
  }
}
