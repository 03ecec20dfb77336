import { expect, test } from 'vitest'
import { describeSliderValue } from './use-comparison-slider.ts'

test.for([
  [0, 'QC photo alone'],
  [5, "5 percent seller's photo, 95 percent QC photo"],
  [37.4, "37 percent seller's photo, 63 percent QC photo"],
  [50, "Half seller's photo, half QC photo"],
  [100, "Seller's photo alone"],
] as const)('describes the position %d as %s', ([percent, description]) => {
  expect(describeSliderValue(percent)).toBe(description)
})
