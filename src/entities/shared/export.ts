import { readAllRows } from '@/entities/shared/keyset'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** The database refuses an admin who lacks a required second factor. */
export const startExport = async () => supabase.rpc('start_export').throwOnError()

/** All rows, once the export may start. */
export async function exportRows<Row>(...[rows, keyOf]: Parameters<typeof readAllRows<Row>>): Promise<Row[]> {
  await startExport()
  return readAllRows(rows, keyOf)
}

/** The toast: `text`, unless the database refused the export. */
export const exportFailure = (text: string) => (error: unknown) => ({
  title: 'Error',
  description:
    errorCode(error) === 'second_factor_required' ? 'Admins need a second factor to export anything.' : text,
})
