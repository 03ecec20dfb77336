import { expect, test } from 'vitest'
import { describeCarriedGoods } from './carried-goods.ts'

const clothing = { name: 'Clothing', allowList: ['Shirts', 'Coats'], blockList: [] }
const electronics = { name: 'Electronics', allowList: ['Cables'], blockList: ['Phones', 'Power banks'] }
const watches = { name: 'Watches', allowList: ['Frames', 'Rings'], blockList: ['Quartz watches'] }
const food = { name: 'Food', allowList: [], blockList: ['Tea', 'Snacks'] }

test('says what a line does not carry, group by group', () => {
  const all = [clothing, clothing, clothing, electronics, watches, food]
  expect(describeCarriedGoods(all)).toEqual({
    title: 'Not accepted',
    text: 'Electronics (2 of 3), Quartz watches, Food',
  })
})

test('says what it carries where that is shorter', () => {
  const all = [clothing, food, food, food]
  expect(describeCarriedGoods(all)).toEqual({ title: 'Accepted', text: 'Clothing' })
  expect(describeCarriedGoods([food])).toEqual({ title: 'Accepted', text: 'Nothing' })
})

test('says nothing of a line that carries everything', () => {
  expect(describeCarriedGoods([clothing])).toBeUndefined()
  expect(describeCarriedGoods([])).toBeUndefined()
})
