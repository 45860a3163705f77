import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { category, serveCategories } from '@tests/support/categories-api'
import { openedDialog, seeNoDialog } from '@tests/support/dialogs'
import { held } from '@tests/support/held'
import { broken, rowsAnswer } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { openPage, urlParams } from '@tests/support/open-page'
import { operationResult, serveOperationCalls } from '@tests/support/operations-api'
import { pictureFile, png } from '@tests/support/pictures'
import { signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { serveCall, server } from '@tests/support/server'
import { serveStorage } from '@tests/support/storage-api'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { formatDate } from '@/lib/format'
import { BenefitDialog } from './benefit-dialog'
import { CategoriesDialog } from './categories-dialog'
import { AdminBenefitsPage } from './page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const benefits = '*/rest/v1/benefits'
function open(query = '') {
  const { user } = openPage(AdminBenefitsPage, '/admin/benefits', query)
  return {
    user,
    press: async (name: string) => user.click((await screen.findAllByRole('button', { name }))[0]!),
  }
}
const lantern = (over: Partial<AdminBenefit> = {}) =>
  benefit({ name: 'Lantern Research', token_value: 55, ...over })
const row = (name: RegExp) => screen.findByRole('row', { name })
const notSaved = () => seeToast('Error', 'Failed to save benefit')
const saved = () => seeToast('Success', 'Benefit updated successfully')
const nobody = () => HttpResponse.json([])
const formerAdmin = 'You are no longer an admin.'

describe('list', () => {
  it('shows value, status, orders, tokens spent, stock and the total count, sorts by its heads, and leads to orders', async () => {
    const [past, later] = ['2026-01-02T09:00:00+00:00', '2999-01-02T09:00:00+00:00']
    const shown = lantern({ stock: 3, opens_at: past, closes_at: later })
    const key = { delivery_method: 'key', opens_at: past, closes_at: past }
    const hidden = benefit({ name: 'Old Vault', is_active: false, token_value: 1, ...key })
    const tools = category('AI tools')
    const next = benefit({
      name: 'Next',
      category_id: tools.id,
      stock: null,
      opens_at: later,
      closes_at: later,
    })
    const { lists } = serveAdminBenefits([shown, hidden, next], {
      [shown.id]: { orders: 1204, tokens: 66_220 },
      [hidden.id]: { keys_left: 0 },
    })
    serveCategories([tools])
    // Of a search.
    server.use(
      http.head(benefits, ({ request }) => (request.url.includes('or=') ? rowsAnswer([], 1) : undefined)),
    )
    const { user, press } = open('?q=papers')
    expect(screen.getByRole('table', { name: 'Benefits' })).toHaveAttribute('aria-busy', 'true')
    const about = 'Ask across papers and filings and see every source. Three months.'
    const first = `Lantern ResearchNo category${about}55 tokensActive1,20466,220By hand3 left, closes ${formatDate(later)}`
    await waitFor(async () => expect(await row(/Lantern/)).toHaveTextContent(first))
    const second = `Old VaultNo category${about}1 tokenInactive00Keynone left, closed ${formatDate(past)}`
    expect(await row(/Old Vault/)).toHaveTextContent(second)
    await waitFor(async () => expect(await row(/Next/)).toHaveTextContent('NextAI tools'))
    expect(await row(/Next/)).toHaveTextContent(`no limit, opens ${formatDate(later)}`)
    const link = screen.getByRole('link', { name: 'Old Vault' })
    expect(link).toHaveAttribute('href', `/admin/benefits/${hidden.id}`)
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads.slice(1).join(', ')).toBe(
      'Name, Description, Token Value, Status, Orders, Tokens spent, Delivery, Actions',
    )
    await screen.findByText('3 benefits in total')
    await screen.findByText('1 to 3 of 1 benefit')
    expect(lists[0]?.get('order')).toBe('created_at.desc,id.desc')
    for (const [head, order] of [
      ['Token Value', 'token_value.asc,id.asc'],
      ['Token Value', 'token_value.desc,id.desc'],
      ['Name', 'name.asc,id.asc'],
    ] as const) {
      await press(head)
      await waitFor(() => expect(lists.at(-1)?.get('order')).toBe(order))
    }
    await press('More for Lantern Research')
    await user.click(await screen.findByRole('menuitem', { name: /^Orders/ }))
    expect(await screen.findByText(`elsewhere: /admin/orders?benefit=${shown.id}`)).toBeVisible()
  })

  it('searches, filters and sorts in the URL, from the first page, and offers to show all again', async () => {
    const tools = category('AI tools')
    const { lists } = serveAdminBenefits([])
    serveCategories([tools])
    server.use(http.head(benefits, () => rowsAnswer([], 3)))
    const { user, press } = open('?page=2')
    const choose = async (label: string, option: string) =>
      user.selectOptions(await screen.findByRole('combobox', { name: label }), option)
    await screen.findByRole('option', { name: 'AI tools' })
    await choose('Delivery', 'Key')
    await choose('Status', 'Inactive')
    await choose('Category', 'AI tools')
    await choose('Sort', 'Name, A to Z')
    await screen.findByText('No benefits match these filters.')
    await waitFor(() =>
      expect(Object.fromEntries(lists.at(-1)!)).toMatchObject({
        delivery_method: 'eq.key',
        is_active: 'eq.false',
        category_id: `eq.${tools.id}`,
        order: 'name.asc,id.asc',
      }),
    )
    expect(urlParams().toString()).toBe(`method=key&status=inactive&category=${tools.id}&sort=name`)
    await press('Show all benefits')
    await waitFor(() => expect(urlParams().toString()).toBe('sort=name'))
  })

  it('offers the first benefit where there is none, and no search', async () => {
    serveAdminBenefits([])
    const { press } = open()
    await screen.findByText('0 benefits in total')
    await screen.findByText('No benefits found. Create your first benefit to get started.')
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add Benefit' })).toHaveLength(2))
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
    await press('Categories')
    await openedDialog('Categories')
  })

  it('counts what happens to the selected benefits (D45)', async () => {
    const shown = lantern()
    serveAdminBenefits([shown])
    const requests = serveOperationCalls({ change_benefits: () => operationResult({ changed: 1 }) })
    const { user, press } = open('?status=active')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Lantern Research' }))
    const counts = async (confirm: string, change: object) => {
      await screen.findByRole('button', { name: confirm })
      expect(requests.change_benefits?.at(-1)).toEqual({ p_ids: [shown.id], ...change, p_dry_run: true })
    }
    await press('Activate')
    await counts('Activate 1', { p_change: 'active', p_value: 1 })
    await press('Cancel')
    await press('Deactivate')
    await counts('Deactivate 1', { p_change: 'active', p_value: 0 })
    await press('Cancel')
    await press('Change price')
    const form = () => openedDialog('Change the price of 1 benefit')
    await form()
    await press('Count')
    await screen.findByText('Enter a whole number from 1 to 1,000,000.')
    for (const [how, p_change, sign, most] of [
      ['Set to', 'price', 1, '1,000,000'],
      ['Raise by tokens', 'amount', 1, '1,000,000'],
      ['Lower by tokens', 'amount', -1, '1,000,000'],
      ['Raise by percent', 'percent', 1, '1,000'],
      ['Lower by percent', 'percent', -1, '99'],
    ] as const) {
      const { fill, select } = await form()
      await select('How', how)
      const unit = p_change === 'percent' ? 'Percent' : 'Tokens'
      await fill(unit, String(Number(most.replaceAll(',', '')) + 1))
      await press('Count')
      await screen.findByText(`Enter a whole number from 1 to ${most}.`)
      await fill(unit, '10')
      expect(screen.queryByText(/^Enter a whole/)).toBeNull()
      await press('Count')
      await counts('Change 1', { p_change, p_value: sign * 10 })
      if (how !== 'Lower by percent') await press('Back')
    }
    await press('Change 1')
    await seeNoDialog()
    await user.click(screen.getByRole('checkbox', { name: 'Select Lantern Research' }))
    await user.keyboard('a')
    await press('Activate')
    await screen.findByRole('button', { name: 'Activate 1' })
    const all = { p_filter: { status: 'active' }, p_change: 'active', p_value: 1, p_dry_run: true }
    expect(requests.change_benefits?.at(-1)).toEqual(all)
  })
})

it('turns a benefit off and on, with one request for a double click, and leads from its menu to its page', async () => {
  const first = lantern()
  const { sent } = serveAdminBenefits([first])
  const { user, press } = open()
  const on = () => screen.findByRole('switch', { name: 'Active: Lantern Research' })
  const off = () => screen.findByRole('switch', { name: 'Inactive: Lantern Research' })
  for (const [respond, message] of [
    [broken, undefined],
    [nobody, formerAdmin],
  ] as const) {
    server.use(http.patch(benefits, () => respond(), { once: true }))
    await user.click(await on())
    await notSaved()
    const line = within(await row(/Lantern/))
    await waitFor(() => expect(line.queryByRole('alert')?.textContent).toBe(message))
    expect(await on()).toBeChecked()
  }
  const answer = held()
  server.use(http.patch(benefits, () => answer.released))
  await user.dblClick(await on())
  expect(await off()).toHaveAttribute('aria-busy', 'true')
  await user.click(await off())
  answer.release()
  await saved()
  expect(sent).toEqual([{ method: 'update', id: first.id, body: { is_active: false } }])
  await waitFor(async () => expect(await off()).not.toHaveAttribute('aria-busy'))
  await user.click(await off())
  expect(await on()).toBeChecked()
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ is_active: true }))
  await press('More for Lantern Research')
  await user.click(await screen.findByRole('menuitem', { name: /^Delivery and more/ }))
  expect(await screen.findByText(`elsewhere: /admin/benefits/${first.id}`)).toBeVisible()
})

it('deletes after a question, says that a former admin deletes nothing, and that it was deleted already', async () => {
  const rows = [lantern(), benefit({ name: 'Minutes' })]
  const id = rows[0]!.id
  const { sent } = serveAdminBenefits(rows, { [id]: { orders: 12, tokens: 660, open_orders: 3 } })
  const { user, press } = open()
  const ask = async () => {
    await press('More for Lantern Research')
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return openedDialog('Delete Lantern Research')
  }
  const { dialog } = await ask()
  expect(dialog.getByText('Are you sure you want to delete this benefit?')).toBeVisible()
  const told =
    'Its 12 orders stay with what was delivered. 3 orders are open and can still be delivered or cancelled.'
  expect(await dialog.findByText(told)).toBeVisible()
  await press('Keep benefit')
  await ask()
  server.use(http.delete(benefits, nobody, { once: true }))
  await press('Delete benefit')
  await seeToast('Error', 'Failed to delete benefit')
  expect(await screen.findByRole('alert')).toHaveTextContent(formerAdmin)
  expect(sent).toEqual([])
  rows.shift()
  await press('Delete benefit')
  await screen.findByText('This benefit was deleted since you opened it.')
  expect(sent).toEqual([{ method: 'delete', id }])
  await waitFor(() => expect(screen.queryByRole('row', { name: /Lantern/ })).toBeNull())
})

/** Without the list. */
const dialogOf = (edited?: AdminBenefit) => (onClose: () => void) => (
  <BenefitDialog benefit={edited} onClose={onClose} />
)

describe('create', () => {
  async function openCreate(openIt: () => unknown = () => renderDialog(dialogOf())) {
    const rows: AdminBenefit[] = []
    const served = serveAdminBenefits(rows)
    await openIt()
    const form = await openedDialog('Create New Benefit')
    const fillAll = async () => {
      await form.fill('Name', ' Minutes ')
      await form.fill('Description', 'Notes.')
      await form.fill('Token Value', '35')
    }
    return { ...served, ...form, rows, fillAll, save: () => form.press('Create benefit') }
  }
  const created = () => seeToast('Success', 'Benefit created successfully')

  it('creates a benefit once on a double click, active if nothing else is chosen', async () => {
    const { sent, dialog, field, fillAll } = await openCreate(() => open().press('Add Benefit'))
    expect(field('Token Value')).toHaveValue('0')
    expect(dialog.getByRole('switch', { name: /Active/ })).toBeChecked()
    await fillAll()
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Create benefit' }))
    await created()
    const text = { id: expect.any(String), name: 'Minutes', description: 'Notes.', image_url: null }
    const body = { ...text, token_value: 35, is_active: true, delivery_method: 'manual' }
    expect(sent).toEqual([{ method: 'insert', body }])
    await row(/Minutes/)
    await seeNoDialog()
  })

  it('creates one with another delivery, and opens the page where its keys are imported', async () => {
    const { sent, dialog, field, fillAll, save } = await openCreate()
    await fillAll()
    expect(field('Token Value')).toHaveAccessibleDescription('1 or more.')
    const until = 'on the next page. Until then members read: sold out.'
    for (const [method, title, text] of [
      ['Link At once, the same for everyone', 'before it has a link.', `It is entered ${until}`],
      ['File At once, up to 50 MB', 'before it has a file.', `It is uploaded ${until}`],
      [
        'Licence key At once, one from the pool',
        'before its first keys are in.',
        `They are imported ${until}`,
      ],
    ] as const) {
      await userEvent.click(dialog.getByRole('radio', { name: method }))
      expect(dialog.getByText(`It cannot be ordered ${title}`)).toBeVisible()
      expect(dialog.getByText(text)).toBeVisible()
    }
    await save()
    await created()
    expect(sent).toMatchObject([{ body: { delivery_method: 'key' } }])
    await waitFor(() => expect(urlParams().get('tab')).toBe('delivery'))
  })

  it('validates all fields at once, and sends nothing', async () => {
    const { sent, dialog, fill, focuses, save } = await openCreate()
    await fill(/Image URL/, 'javascript:alert(1)')
    await save()
    await dialog.findByText('Enter a name.')
    await dialog.findByText('Enter a description.')
    await dialog.findByText('Enter a whole number of at least 1.')
    await dialog.findByText('Enter an https address or a path that starts with /.')
    await focuses('Name')
    expect(sent).toEqual([])
  })

  it('creates no second benefit after a lost response, but saves the later input', async () => {
    const { rows, sent, fill, fillAll, save } = await openCreate()
    const loseResponse = async ({ request }: { request: Request }) => {
      rows.unshift({ ...lantern(), ...((await request.json()) as Partial<AdminBenefit>) })
      return broken()
    }
    server.use(http.post(benefits, loseResponse, { once: true }))
    await fillAll()
    await save()
    await notSaved()
    await fill('Name', 'Minutes taken')
    await save()
    await created()
    expect(rows).toHaveLength(1)
    expect(sent).toEqual([{ method: 'update', id: rows[0]?.id, body: { name: 'Minutes taken' } }])
  })
})

async function openEdit(openIt?: () => unknown) {
  const edited = lantern()
  const rows = [edited]
  const served = serveAdminBenefits(rows)
  await (openIt ? openIt() : renderDialog(dialogOf({ ...edited })))
  const form = await openedDialog('Edit Benefit')
  const toggle = () => userEvent.click(form.dialog.getByRole('switch', { name: /Active/ }))
  return { ...served, ...form, rows, edited, toggle, save: () => form.press('Save changes') }
}

describe('edit', () => {
  it('has the five specified fields, asks before what was typed is left, and sends only what changed (D69)', async () => {
    const onPage = () => open().press('Edit Lantern Research')
    const { edited, sent, dialog, field, fill, press, save, toggle } = await openEdit(onPage)
    const names = ['Name', 'Description', 'Token Value', 'Image URL (optional)', 'Upload a picture']
    const fields = [...dialog.getAllByRole('textbox'), field('Upload a picture')] as HTMLInputElement[]
    expect(fields.map((each) => each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent)).toEqual(
      names,
    )
    const link = dialog.getByRole('link', { name: 'Delivery, availability and everything else' })
    expect(link).toHaveAttribute('href', `/admin/benefits/${edited.id}`)
    await userEvent.type(field('Name'), '!')
    await userEvent.click(link)
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await press('Keep it')
    await fill('Name', edited.name)
    expect(field('Token Value')).toHaveAccessibleDescription('Orders already placed keep their price.')
    expect(field(/Image URL/)).toHaveValue('/art/lantern.svg')
    await toggle()
    await fill(/Image URL/, '')
    await save()
    await saved()
    expect(sent).toEqual([{ method: 'update', id: edited.id, body: { image_url: null, is_active: false } }])
    await screen.findByRole('switch', { name: /^Inactive/ })
  })

  it('reports conflicts at their fields, and the next save replaces them (D7)', async () => {
    const { edited, sent, changeElsewhere, dialog, field, fill, focuses, save } = await openEdit()
    await fill('Token Value', '60')
    await fill('Description', 'Mine.')
    await fill(/Image URL/, '/mine.png')
    const theirs = { description: 'Other words.', token_value: 70, image_url: null }
    changeElsewhere(edited, { ...theirs, name: 'Lantern Papers' })
    await save()
    await notSaved()
    const again = 'since you opened it. Nothing was saved: save again to replace it.'
    await dialog.findByText(`Changed to "70 tokens" ${again}`)
    await dialog.findByText(`Changed to "Other words." ${again}`)
    await dialog.findByText(`Cleared ${again}`)
    await focuses('Description')
    expect(field('Token Value')).toHaveValue('60')
    expect(field('Name')).toHaveValue('Lantern Papers')
    expect(edited).toMatchObject(theirs)
    await save()
    await saved()
    const mine = { description: 'Mine.', token_value: 60, image_url: '/mine.png' }
    expect(sent.at(-1)?.body).toEqual(mine)
  })

  it('succeeds when someone else made the same and other changes', async () => {
    const { edited, sent, changeElsewhere, fill, save, toggle } = await openEdit()
    await toggle()
    await fill('Name', 'Lantern II')
    changeElsewhere(edited, { token_value: 70, is_active: false })
    await save()
    await saved()
    expect(sent.at(-1)?.body).toEqual({ name: 'Lantern II' })
  })

  it('keeps the input when it cannot be saved, and says why', async () => {
    const { rows, dialog, field, fill, save } = await openEdit()
    await fill('Name', 'Lantern II')
    for (const [respond, message] of [
      [broken, undefined],
      [nobody, formerAdmin],
      [nobody, 'This benefit was deleted since you opened it.'],
    ] as const) {
      server.use(http.patch(benefits, () => respond()))
      if (message?.startsWith('This')) rows.pop()
      await save()
      await notSaved()
      if (message) await dialog.findByText(message)
      else expect(dialog.queryByRole('alert')).toBeNull()
      expect(field('Name')).toHaveValue('Lantern II')
    }
  })
})

describe('picture', () => {
  const bucket = '*/storage/v1/object/benefits/:name'
  const address = () => screen.getByLabelText<HTMLInputElement>(/Image URL/)
  const isUploaded = (end = /^\/storage\/v1\/object\/public\/benefits\/[0-9a-f-]{36}\.png$/) =>
    waitFor(() => expect(address().value).toMatch(end))

  async function openPicture() {
    const form = await openEdit()
    // A dropped file bypasses the filter of the file picker.
    const user = userEvent.setup({ applyAccept: false, delay: null })
    const choose = (file: File) => user.upload(form.field('Upload a picture'), file)
    const mayBeSaved = () =>
      !form.dialog.getByRole('button', { name: 'Save changes' }).hasAttribute('disabled')
    return { ...form, ...serveStorage(), choose, mayBeSaved }
  }

  // The other rules for picture files are tested in lib/files.test.ts.
  it('refuses a file at its field, uploads the next under a unique name, and saves its path', async () => {
    const { edited, choose, mayBeSaved, describes, save, dialog, stored, removed, sent } = await openPicture()
    await choose(png('a.png', 1024 * 1024 + 1))
    const message = 'This picture is larger than 1 MB.'
    await describes(/Image URL/, message)
    expect(stored).toEqual([])
    const { released, release } = held()
    server.use(http.post(bucket, () => released))
    await choose(png('Photo of mine.png', 1024 * 1024))
    await dialog.findByText('Uploading...')
    expect(mayBeSaved()).toBe(false)
    release()
    await isUploaded()
    expect(dialog.queryByText(message)).not.toBeInTheDocument()
    const path = address().value
    expect(stored).toEqual([{ bucket: 'benefits', name: path.split('/').at(-1), upsert: false }])
    await save()
    await saved()
    expect(sent).toEqual([{ method: 'update', id: edited.id, body: { image_url: path } }])
    expect(removed).toEqual([])
  })

  const failed = 'The picture could not be uploaded. Everything you typed is still here: choose it again.'
  it('keeps the input when the server refuses a picture, and offline', async () => {
    const { dialog, field, fill, choose, mayBeSaved } = await openPicture()
    await fill('Name', 'Lantern II')
    for (const [fail, message] of [
      [() => server.use(http.post(bucket, () => broken())), failed],
      [goOffline, 'You are offline, so nothing was sent. Try again once you are back.'],
    ] as const) {
      fail()
      await choose(png())
      await dialog.findByText(message)
      expect(field('Name')).toHaveValue('Lantern II')
      expect(address()).toHaveValue('/art/lantern.svg')
      expect(mayBeSaved()).toBe(true)
    }
  })

  it('removes all uploads of a cancelled dialog, and one that finishes later', async () => {
    const { choose, press, stored, removed } = await openPicture()
    await choose(png())
    await isUploaded()
    await choose(pictureFile('b.gif', 'image/gif', 'gif'))
    await isUploaded(/\.gif$/)
    const upload = held()
    const started = vi.fn()
    server.use(
      http.post(bucket, async () => {
        started()
        await upload.released
      }),
    )
    await choose(png())
    await waitFor(() => expect(started).toHaveBeenCalled())
    await press('Cancel')
    upload.release()
    await waitFor(() => expect(stored).toHaveLength(3))
    await waitFor(() => expect(removed.flat().toSorted()).toEqual(stored.map(({ name }) => name).toSorted()))
  })

  it('keeps an upload once a save was attempted, as only its response may be lost', async () => {
    const { choose, save, press, removed } = await openPicture()
    server.use(http.patch(benefits, () => broken()))
    await choose(png())
    await isUploaded()
    await save()
    await notSaved()
    await press('Cancel')
    await seeNoDialog()
    expect(removed).toEqual([])
  })
})

describe('categories', () => {
  const url = '*/rest/v1/categories'
  const field = 'New category'
  const renamed = 'Name of Courses'
  const later = '2026-08-02T09:00:00+00:00'

  async function openCategories() {
    const rows = ['AI tools', 'Courses', 'Software'].map((name, at) => category(name, { position: at + 1 }))
    const category_id = rows[0]?.id
    serveAdminBenefits([
      benefit({ category_id }),
      benefit({ category_id, is_active: false }),
      benefit({ category_id: rows[1]?.id }),
    ])
    const { sent } = serveCategories(rows)
    renderDialog((onClose) => <CategoriesDialog onClose={onClose} />)
    const form = await openedDialog('Categories')
    await form.dialog.findByText('Courses')
    const names = () => form.dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    const see = (wanted: string) => waitFor(() => expect(names().join(', ')).toBe(wanted))
    return { ...form, sent, rows, see }
  }

  it('says why a category was not created, then creates it, the last in the order', async () => {
    const { press, fill, describes, field: at, see, sent, rows } = await openCategories()
    const refuses = async (name: string, reason: string) => {
      await fill(field, name)
      await press('Add category')
      await describes(field, reason)
    }
    await refuses('', 'Enter a name.')
    await refuses('...', 'Use at least one letter or digit.')
    await refuses('x'.repeat(61), 'At most 60 characters.')
    const taken = () => HttpResponse.json({ code: '23505' }, { status: 409 })
    server.use(http.post(url, taken, { once: true }))
    await refuses('courses', 'There is already a category with this name.')
    server.use(http.post(url, () => broken(), { once: true }))
    await refuses('courses 2', 'Nothing was changed. Please try again.')
    expect(sent).toEqual([])
    await fill(field, ' Templates ')
    await press('Add category')
    await seeToast('Success', 'Category created')
    await see('AI tools, Courses, Software, Templates')
    expect(at(field)).toHaveValue('')
    await fill(field, 'Books')
    await press('Add category')
    await see('AI tools, Courses, Software, Templates, Books')
    const created = (name: string) => ['insert', { id: expect.any(String), name }]
    expect(sent).toEqual([created('Templates'), created('Books')])
    expect(rows.at(-1)?.id).not.toBe(rows.at(-2)?.id)
  })

  it('applies the name of the retry when the response of the first attempt was lost', async () => {
    const { press, fill, describes, rows } = await openCategories()
    const lose = async ({ request }: { request: Request }) => {
      rows.push(category('Templates', { ...((await request.json()) as object), position: 9 }))
      return HttpResponse.error()
    }
    const exists = () => HttpResponse.json({ code: '23505' }, { status: 409 })
    server.use(http.post(url, lose, { once: true }), http.post(url, exists))
    await fill(field, 'Templates')
    await press('Add category')
    await describes(field, /^The server did not respond/)
    await fill(field, 'Templates and more')
    await press('Add category')
    await seeToast('Success', 'Category created')
    expect(rows.at(-1)?.name).toBe('Templates and more')
  })

  it('renames a category that another admin has moved in the meantime', async () => {
    const { press, fill, rows, see, sent } = await openCategories()
    await press('Rename Courses')
    await press('Rename')
    expect(sent).toEqual([])
    await press('Rename Courses')
    await fill(renamed, 'Lessons')
    Object.assign(rows[1] ?? {}, { position: 9, updated_at: later })
    await press('Rename')
    await seeToast('Success', 'Category renamed')
    await see('AI tools, Software, Lessons')
  })

  const taken = 'Someone else renamed this category since you opened it.'
  it.each([
    ['renamed it', { name: 'Theirs', updated_at: later }, taken],
    ['removed it', undefined, 'Someone else removed this category.'],
  ])('keeps what was typed when another admin has %s', async (_case, theirs, message) => {
    const { press, fill, describes, field: at, rows } = await openCategories()
    await press('Rename Courses')
    await fill(renamed, 'Courses 2')
    if (theirs) Object.assign(rows[1] ?? {}, theirs)
    else server.use(http.patch(url, nobody), http.get(url, nobody, { once: true }))
    await press('Rename')
    await describes(renamed, message)
    expect(at(renamed)).toHaveValue('Courses 2')
    expect(rows[1]?.name).toBe(theirs?.name ?? 'Courses')
  })

  it('moves a category, but not past the ends, says why it was not moved, and removes it after a question', async () => {
    const { dialog, press, sent, see } = await openCategories()
    await press('Move AI tools up')
    await press('Move Software up')
    await see('AI tools, Software, Courses')
    await press('Move AI tools down')
    await see('Software, AI tools, Courses')
    const moves = [
      ['AI tools', 'Software', 'Courses'],
      ['Software', 'AI tools', 'Courses'],
    ]
    expect(sent).toEqual(moves.map((names) => ['order', names]))
    const { released, release } = held()
    const refused = serveCall('order_categories', () => released.then(() => broken()))
    await press('Move Courses up')
    await see('Software, Courses, AI tools')
    await press('Move Courses up')
    release()
    await dialog.findByText('Nothing was changed. Please try again.')
    expect(refused).toHaveLength(1)
    await see('Software, AI tools, Courses')
    await press('Remove AI tools')
    const question = await openedDialog('Remove AI tools')
    await question.dialog.findByText('Its 2 benefits stay in the catalogue, without a category.')
    await question.press('Remove category')
    await seeToast('Success', 'Category removed')
    await see('Software, Courses')
    for (const [name, text] of [
      ['Courses', 'Its 1 benefit stays in the catalogue, without a category.'],
      ['Software', 'No benefit is in this category.'],
    ] as const) {
      await press(`Remove ${name}`)
      const again = await openedDialog(`Remove ${name}`)
      await again.dialog.findByText(text)
      await again.press('Remove category')
      if (name === 'Courses') await see('Software')
    }
    await dialog.findByText('There are no categories yet.')
  })
})
