import { noBody } from './benefit-writes.ts'
import { operation } from './calls.ts'
import { confirmed, form, press, visit } from './page-actions.ts'
import { countRows, type Stage, unique, type Writing } from './writing.ts'

async function openCategories({ page }: Stage) {
  await visit(page, '/admin/benefits')
  await press(page.getByRole('button', { name: 'Categories' }))
  return page.getByRole('dialog', { name: 'Categories' })
}

async function newCategory({ adminClient }: Stage) {
  const name = unique('Category')
  await adminClient.from('categories').insert({ name }).throwOnError()
  return name
}

const says = 'Failed to save the category'

export const categoryWrites: Writing[] = [
  {
    ...operation('create a category'),
    says,
    done: 'Category created',
    fine: noBody,
    prepare: async (stage) => {
      const name = unique('Category')
      const dialog = await openCategories(stage)
      return form(dialog, { 'New category': name }, 'Add category', () =>
        countRows(stage.adminClient, 'categories', { name }),
      )
    },
  },
  {
    ...operation('rename a category'),
    says,
    done: 'Category renamed',
    prepare: async (stage) => {
      const [old, name] = [await newCategory(stage), unique('Renamed')]
      const dialog = await openCategories(stage)
      await press(dialog.getByRole('button', { name: `Rename ${old}` }))
      return form(dialog, { [`Name of ${old}`]: name }, /^Rename$/, () =>
        countRows(stage.adminClient, 'categories', { name }),
      )
    },
  },
  {
    ...operation('delete a category'),
    says: 'Failed to remove the category',
    done: 'Category removed',
    prepare: async (stage) => {
      const name = await newCategory(stage)
      const dialog = await openCategories(stage)
      return confirmed(
        dialog.getByRole('button', { name: `Remove ${name}` }),
        stage.page.getByRole('button', { name: /^Remove category$/ }),
        async () => 1 - (await countRows(stage.adminClient, 'categories', { name })),
      )
    },
  },
]
