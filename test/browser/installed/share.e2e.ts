import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { appManifest } from '#features/installed-app/app-manifest.ts'
import { test } from '../support/accounts.ts'
import { addLine, aPhoto, tiles } from '../support/qc-fixture.ts'
import { aFront, allow, isTaken, workerOptions } from './worker-page.ts'

const sharedText = '「双肩包」 https://item.taobao.com/item.htm?id=991234567890&price=168'

describe('a share to the installed app', () => {
  /** Sends exactly what the manifest describes, as the share sheet does: a form that opens a page in the app's scope. */
  async function share(page: Page, texts: Record<string, string>, pictures: File[] = []): Promise<void> {
    const files = await Promise.all(
      pictures.map(async (file) => ({
        name: file.name,
        type: file.type,
        bytes: [...new Uint8Array(await file.arrayBuffer())],
      })),
    )
    await page.evaluate(
      ({ target, shared, pictureParts }) => {
        const form = document.createElement('form')
        Object.assign(form, { action: target.action, method: target.method, enctype: target.enctype })
        for (const [name, value] of Object.entries(shared)) {
          const field = document.createElement('input')
          Object.assign(field, { type: 'hidden', name, value })
          form.append(field)
        }
        const chosen = new DataTransfer()
        for (const { name, type, bytes } of pictureParts)
          chosen.items.add(new File([new Uint8Array(bytes)], name, { type }))
        const field = document.createElement('input')
        Object.assign(field, {
          type: 'file',
          multiple: true,
          name: target.params.files[0].name,
          files: chosen.files,
        })
        form.append(field)
        document.body.append(form)
        form.submit()
      },
      { target: appManifest.share_target, shared: texts, pictureParts: files },
    )
  }

  test('leads to the item without sending the text anywhere', async ({ origin, asVisitor }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page } = visit
    await page.goto('/')
    await isTaken(visit)
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
      return (await fetch(link?.href ?? '')).json()
    })
    expect(manifest.share_target).toEqual(appManifest.share_target)
    front.requests.length = 0
    await share(page, { title: '', text: sharedText, url: '' })
    await page.waitForURL('**/product/taobao/991234567890')
    await page.getByText('From the link you opened').first().waitFor()
    const leaks = front.requests.filter((line) => / \/go|links\/parse|168|%E5|hints/.test(line))
    expect(leaks).toEqual([])
  })

  test('says what is wrong with a text without an item', async ({ origin, asVisitor }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    await visit.page.goto('/')
    await isTaken(visit)
    await share(visit.page, { text: 'hello' })
    await visit.page.waitForURL('**/?refused=NOT_A_LINK')
  })

  test('without a worker is answered by the server in the same way', async ({ origin, asVisitor }) => {
    const front = await aFront(origin)
    const { page, hydrated } = await asVisitor({ origin: front.origin })
    await page.goto('/')
    await hydrated()
    await share(page, { text: sharedText })
    await page.waitForURL('**/product/taobao/991234567890')
    await page.getByText('From the link you opened').first().waitFor()
    expect(front.requests).toContain('POST /go')
  })

  test('offers its pictures in the dialog for photos, and sends none before a press', async ({
    asMember,
  }) => {
    const visit = await asMember({ hasWorker: true, allow })
    const { page, dialog } = visit
    await page.goto('/')
    await isTaken(visit)
    const pictures = await Promise.all(
      ['label.jpg', 'seam.jpg'].map(async (name) => {
        const { buffer } = await aPhoto(name)
        return new File([new Uint8Array(buffer)], name, { type: 'image/jpeg' })
      }),
    )
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/qc-photos/uploads')) uploads.push(request.method())
    })
    await share(page, { text: `https://weidian.com/item.html?itemID=9900661650` }, pictures)
    await page.waitForURL('**/product/weidian/9900661650')
    await visit.toast('The 2 photos you shared can be added under QC photos.').waitFor()
    await addLine(page).scrollIntoViewIfNeeded()
    await addLine(page).getByRole('button', { name: 'Add your photos' }).click()
    const offer = dialog('Add your photos').getByRole('button', { name: 'Add the 2 shared photos' })
    await offer.waitFor()
    expect(uploads).toEqual([])
    await offer.click()
    await expect.poll(() => tiles(page).count()).toBe(2)
    await expect.poll(() => uploads).toEqual(['POST', 'POST'])
    await offer.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => caches.has('shares-1'))).toBe(false)
  })
})
