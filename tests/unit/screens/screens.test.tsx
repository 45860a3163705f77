import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { serveApp } from '@tests/support/app-api'
import { memberId, restartIds } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { pendingRequests, server } from '@tests/support/server'
import { http } from 'msw'
import { toast } from 'sonner'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from '@/app/router'
import * as live from '@/entities/shared/live'
import { outline } from './outline.ts'
import { worlds } from './worlds.ts'

// What each screen says, and what its controls send: tests/README.md describes the files.

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))

beforeEach(() => {
  vi.spyOn(live, 'useLiveUpdates').mockReturnValue(undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  window.scrollTo = () => undefined
})

const REFUSED = '<- refused'
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]'
const CONTROLS = 'a, button, input, select, textarea, summary, [role=menuitem], [role=option], [role=tab]'

const shown = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('[hidden], [aria-hidden=true]'),
  )

/** The page without its layout, what lies above it, and toasts. */
function readPage(): string[] {
  const main = document.querySelector('main')
  return [...document.body.children]
    .flatMap((child) => {
      if (main && child.contains(main)) return [main, ...child.querySelectorAll('[data-sonner-toast]')]
      // A dialog behind another one says the same as before.
      return child.getAttribute('aria-hidden') === 'true' ? [...child.children] : [child]
    })
    .flatMap(outline)
}

/** The layout without its page, what lies above it, and toasts. */
const readLayout = () =>
  [...document.body.children].flatMap((child) => {
    const copy = child.cloneNode(true) as Element
    copy.querySelector('main')?.replaceChildren()
    return outline(copy)
  })

/** Without random ids and durations; the ids of built rows by their number. */
const repeatable = (text: string) =>
  text
    .replaceAll(/\b\d+ ms\b/g, '{n} ms')
    .replaceAll(memberId, '{me}')
    .replaceAll(/00000000-0000-4000-9000-0*(\d+)/g, '{$1}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '{id}')

const without = (lines: string[], others: string[]) => {
  const left = others.map((text) => text.trim())
  return lines.filter((text) => {
    const at = left.indexOf(text.trim())
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The lines of `after` that `before` does not have; if there are none, those that it has lost. */
function difference(before: string[], after: string[]): string[] {
  const added = without(after, before)
  return added.length > 0 ? added : without(before, after).map((text) => `- ${text.trim()}`)
}

function nameOf(element: HTMLElement): string {
  const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : null
  const copy = (label ?? element).cloneNode(true) as Element
  for (const other of copy.querySelectorAll('[aria-hidden=true], select, textarea')) other.remove()
  return (element.getAttribute('aria-label') ?? copy.textContent).replaceAll(/\s+/g, ' ').trim()
}

/** A control by its name, or the beginning of it with `…`, in what lies on top; `#2` is the second one. */
function control(step: string): HTMLElement {
  const popups = shown(POPUPS).toReversed()
  const controls = (popups.length > 0 ? popups : [document]).flatMap((root) => shown(CONTROLS, root))
  const [, name = '', number = '1'] = /^(.*?)(?: #(\d))?$/.exec(step) ?? []
  const found = controls.filter((element) =>
    name.endsWith('…') ? nameOf(element).startsWith(name.slice(0, -1)) : nameOf(element) === name,
  )[Number(number) - 1]
  if (!found) throw new Error(`"${step}" is not one of ${controls.map(nameOf).join(', ')}`)
  return found
}

/** Waits without looking again at each change of the document: reading it takes longer than most of them. */
const poll = <Result,>(check: () => Result, timeout?: number) =>
  waitFor(check, { timeout, interval: 10, container: document.createElement('div') })

/** Opens an address in a world. Writes are held until they have been read, and then refused. */
async function open(title: string) {
  const [, address = '', world] = /^(\S+)(?: \((.*)\))?$/.exec(title) ?? []
  const writes: { request: string; gate: ReturnType<typeof held> }[] = []
  async function hold(request: Request) {
    const { pathname, search } = new URL(request.url)
    const write = {
      request: `-> ${request.method} ${decodeURIComponent(pathname + search)} ${await request.text()}`,
      gate: held(),
    }
    writes.push(write)
    await write.gate.released
    return broken()
  }
  server.use(http.all('*', ({ request }) => (/GET|HEAD/.test(request.method) ? undefined : hold(request))))
  restartIds()
  sessionStorage.clear()
  const app = serveApp()
  const { order, buyer, offered } = app
  if (world) worlds[world]!(app)
  const ids: Record<string, string> = { '{order}': order.id, '{buyer}': buyer.id, '{benefit}': offered.id }
  const route = address.replaceAll(/\{\w+\}/g, (name) => ids[name]!)
  const { user, unmount } = renderPage(<Router />, { path: '*', route })

  const settle = () =>
    poll(() => {
      expect(pendingRequests()).toHaveLength(writes.length)
      expect(document.querySelector('h1, h2')).not.toBeNull()
      if (writes.length > 0) return
      expect(document.querySelector('[aria-busy=true], [class*=breathe]')).toBeNull()
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        expect(textContent).not.toMatch(/^Loading/)
    })
  async function perform(step: string) {
    const [, name, value = ''] = /^(.+) =(?: (.*))?$/.exec(step) ?? []
    if (step.startsWith('[')) return user.keyboard(step.replace('[', '{').replace(']', '}'))
    if (!name) return user.click(await poll(() => control(step)))
    const field = await poll(() => control(name))
    if (field instanceof HTMLSelectElement) return user.selectOptions(field, value)
    // With the validation that it starts.
    await act(async () => {
      fireEvent.change(field, { target: { value: value.replaceAll('\\n', '\n') } })
      fireEvent.blur(field)
    })
  }
  await settle()
  return {
    async take(steps: string[]) {
      for (const step of steps) {
        await perform(step)
        await settle()
      }
    },
    requests: () => writes.map(({ request }) => request),
    async refuse() {
      for (const { gate } of writes.splice(0)) gate.release()
      await settle()
    },
    async close() {
      for (let count = 0; count < 6 && shown(POPUPS).length > 0; count++) {
        const discard = shown('button', shown(POPUPS).at(-1)).find((button) =>
          /^Discard/.test(nameOf(button)),
        )
        await (discard ? user.click(discard) : user.keyboard('{Escape}'))
        await settle()
      }
      toast.dismiss()
      await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull())
    },
    unmount,
  }
}

it.each(files)('says and sends what %s lists', async (file) => {
  if (!file.startsWith('public')) await signInAs()
  const read = file.startsWith('layout') ? readLayout : readPage
  const sections = readFileSync(join(import.meta.dirname, file), 'utf8').split(/^(?=#)/m)
  const results: string[] = []
  /** The first of each address, and of each path. */
  const pages = new Map<string, string[]>()
  let page: Awaited<ReturnType<typeof open>> | undefined
  let [opened, base] = ['', '']
  let timeout = 10_000
  /** Waits for what is expected: not everything says that it is loading. */
  async function expected(get: () => string[], lines: string[]) {
    const found = () => get().map(repeatable)
    await poll(() => expect(found().join('\n')).toBe(lines.join('\n')), timeout).catch(() => {
      timeout = 500
    })
    return found()
  }
  for (const section of sections) {
    const [heading = '', ...lines] = section.trimEnd().split('\n')
    const [, marks = '', title = ''] = /^(#+) (.+)/.exec(heading) ?? []
    if (marks !== '###') await page?.close()
    if (marks === '#' || (marks === '##' && read().join() !== base)) {
      page?.unmount()
      page = undefined
    }
    if (marks === '#') opened = title
    if (!page) {
      page = await open(opened)
      if (marks === '##') await expected(() => [read().join()], [repeatable(base)])
      base = read().join()
    }
    results.push(heading)
    const { take, requests, refuse } = page
    const at = lines.indexOf(REFUSED)
    const said = at < 0 ? lines : lines.slice(0, at)
    if (marks === '#') {
      const [address = ''] = title.split(' ')
      const [path = ''] = address.split(/[?#]/)
      const first = title.endsWith(')') ? (pages.get(address) ?? pages.get(path)) : undefined
      const seen = () => {
        if (shown(POPUPS)[0]) return shown(POPUPS).flatMap(outline)
        const now = read().map(repeatable)
        return first ? [`- ${without(first, now).length} lines`, ...without(now, first)] : now
      }
      results.push(...(await expected(() => [...seen(), ...requests()], said)))
      for (const each of [address, path]) if (!pages.has(each)) pages.set(each, read().map(repeatable))
      base = read().join()
    } else {
      const before = read()
      await take(title.split(' > '))
      results.push(...(await expected(() => [...difference(before, read()), ...requests()], said)))
    }
    if (requests().length === 0) continue
    const after = read()
    await refuse()
    results.push(
      REFUSED,
      ...(await expected(() => difference(after, read()), at < 0 ? [] : lines.slice(at + 1))),
    )
    if (marks === '#') base = read().join()
  }
  await page?.close()
  await expect(`${results.join('\n')}\n`).toMatchFileSnapshot(file)
})
