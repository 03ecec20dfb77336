import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { test } from '../support/test.ts'

describe('the footer', () => {
  test('contains the disclaimer', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular')
    const text = await page.getByRole('contentinfo').innerText()
    expect(text).toContain('Chopmark sells nothing itself.')
    expect(text).toContain(
      'It does not control the authenticity, legality or quality of the items shown and is not liable for counterfeit or misrepresented goods.',
    )
    expect(text).toContain(
      'Photos, prices and reviews come from other sources and may be wrong or out of date.',
    )
    expect(text).toContain('Every QC photo shows its source, and its date when we know it.')
  })
})

describe('the corner links', () => {
  test('open the community’s pages in a new tab when the operator has configured them', {
    timeout: 60_000,
  }, async ({ asVisitor, aSite }) => {
    const { origin } = await aSite({
      SEED: 'none',
      SOCIAL_URL: 'https://social.example/us',
      CHAT_URL: 'https://chat.example/us',
    })
    const { page, hydrated, departures } = await asVisitor({ origin })
    await page.goto('/tools')
    await hydrated()
    const corner = page.getByRole('navigation', { name: 'Community' })
    const targets = await corner
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.textContent, link.getAttribute('target'), link.getAttribute('rel')]),
      )
    expect(targets).toEqual([
      ['Community (opens in a new tab)', '_blank', 'noopener noreferrer'],
      ['Chat channel (opens in a new tab)', '_blank', 'noopener noreferrer'],
    ])
    await corner.getByRole('link', { name: 'Chat channel' }).click()
    await expect.poll(() => departures).toEqual(['https://chat.example/us'])

    await page.setViewportSize({ width: 360, height: 780 })
    await expect.poll(() => corner.isVisible()).toBe(false)
    const inFooter = page.getByRole('contentinfo').getByRole('link', { name: 'Community' })
    await expect.poll(() => inFooter.getAttribute('href')).toBe('https://social.example/us')
    expect(await axeFindings(page)).toEqual([])
  })

  test('are absent when nothing is configured', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await expect.poll(() => page.getByRole('navigation', { name: 'Community' }).count()).toBe(0)
  })
})
