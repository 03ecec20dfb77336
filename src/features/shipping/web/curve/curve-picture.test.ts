import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import defaultCard from '#features/freight/built-in/default-card.json' with { type: 'json' }
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { LabelPosition } from './curve-labels.ts'
import { computeCurvePicture } from './curve-picture.ts'
import { createCurveFrame } from './curve-scale.ts'
import { computeCurvePosition } from './describe-curve.ts'

// TypeScript infers plain strings for the texts of a JSON module.
const card = compileCard(defaultCard as RateCard, categories)
const lines = getLinesForCountry(card, 'DE')

function computePictures(grams: number, sidesMm: number[], currency: string) {
  const exchange = findExchange(rates, 'CNY', currency)
  return lines.flatMap((line) => {
    const parcel = { grams, sidesMm, categories: [] }
    const quote = quoteLine(line, parcel)
    if (quote.parts === null) return []
    const position = computeCurvePosition(line, parcel, toShippingOption(line, quote, exchange), exchange)
    const otherLines = lines.filter((candidate) => candidate !== line)
    return [280, 318, 640, 1168].flatMap((width) =>
      [[], otherLines].map((visibleLines) =>
        computeCurvePicture({
          line,
          otherLines: visibleLines,
          parcel,
          position,
          exchange,
          frame: createCurveFrame(width),
        }),
      ),
    )
  })
}

function getLabelBox({ text, x, y, anchor, fontSizePx }: LabelPosition) {
  const width = text.length * fontSizePx * 0.56
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - fontSizePx, bottom: y + 3 }
}

describe.each([
  ['a letter', 1, []],
  ['a shirt', 95, [200, 150, 20]],
  ['shoes in their box', 1240, [340, 220, 120]],
  ['just under a step', 1999, []],
  ['at a step', 2000, []],
  ['a heavy box', 14_700, [500, 400, 350]],
  ['near the end of most lines', 29_990, []],
  ['for couriers only', 69_000, []],
])('the curve of a parcel: %s', (_name, grams, sidesMm) => {
  test.each(['CNY', 'USD', 'JPY', 'IDR'])('is drawn in %s with labels that do not overlap', (currency) => {
    for (const { frame, labels, parcelPoint, nextStepPoint, linePath } of computePictures(
      grams,
      sidesMm,
      currency,
    )) {
      expect(linePath).toMatch(/^M[\d.]+ [\d.]+L/)
      expect(parcelPoint.x).toBeGreaterThanOrEqual(frame.left)
      expect(parcelPoint.x).toBeLessThanOrEqual(frame.right)
      expect(parcelPoint.y).toBeGreaterThanOrEqual(frame.top - 0.01)
      expect(parcelPoint.y).toBeLessThanOrEqual(frame.bottom + 0.01)
      if (nextStepPoint) expect(nextStepPoint.x).toBeLessThanOrEqual(frame.right)
      const texts = [labels.parcel, labels.weight, labels.extraPrice, labels.maxWeight]
      const boxes = texts.filter((label) => label !== undefined).map(getLabelBox)
      for (const box of boxes) {
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.right).toBeLessThanOrEqual(frame.right)
        for (const other of boxes) {
          const isApart =
            box === other ||
            box.right <= other.left ||
            other.right <= box.left ||
            box.bottom <= other.top ||
            other.bottom <= box.top
          expect(isApart).toBe(true)
        }
      }
    }
  })
})
