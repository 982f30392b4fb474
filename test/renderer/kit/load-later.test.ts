import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { loadLater } from '#renderer/kit/load-later.tsx'

const Waiting = () => 'waiting'
const Greeting = ({ name }: { readonly name: string }) => `Hello ${name}`

describe('a component that loads later', () => {
  it('shows the waiting part until its code is loaded, and then the component at once', async () => {
    const Later = loadLater(async () => Greeting, Waiting)
    expect(renderToStaticMarkup(createElement(Later, { name: 'Ada' }))).toBe('waiting')
    await Later.load()
    expect(renderToStaticMarkup(createElement(Later, { name: 'Ada' }))).toBe('Hello Ada')
  })

  it('shows nothing while it loads if there is no waiting part', () => {
    const Later = loadLater(async () => Greeting)
    expect(renderToStaticMarkup(createElement(Later, { name: 'Ada' }))).toBe('')
  })

  it('reads the code once, and again after a failure', async () => {
    const read = vi.fn(async () => Greeting)
    read.mockRejectedValueOnce(new Error('no such file'))
    const Later = loadLater(read)
    await expect(Later.load()).rejects.toThrow('no such file')
    await Promise.all([Later.load(), Later.load()])
    await Later.load()
    expect(read).toHaveBeenCalledTimes(2)
  })
})
