import { describe, expect, test } from 'vitest'
import { rulesOf, type Rule } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'

const ids = ['welcome', 'a', 'b', 'c', 'd', 'submit']
const when = (question: string, operator: string, value?: unknown, more = {}) => ({ all: [{ question, operator, value, ...more }] })
const path = (rules: unknown[], values: Record<string, unknown>) => walk(ids, rules as Rule[], values).path.join(' ')

describe('walk', () => {
  test('without logic every screen is shown', () => expect(path([], {})).toBe('welcome a b c d submit'))

  test.each([
    ['equals', 'x', 'x', true],
    ['equals', ['x'], 'x', true],
    ['equals', ['x', 'y'], ['y', 'x'], true],
    ['equals', ['x', 'y'], 'x', false],
    ['not_equals', 'x', 'y', true],
    ['not_equals', 'x', 'x', false],
    ['not_equals', undefined, 'x', false],
    ['contains', ['x', 'y'], 'y', true],
    ['contains', 'some text', 'text', true],
    ['contains', ['xy'], 'x', false],
    ['not_contains', ['x'], 'y', true],
    ['not_contains', [], 'y', false],
    ['greater', 10, 9, true],
    ['greater', 9, '10', false],
    ['less', '2026-01-02', '2026-01-10', true],
    ['less', 5, 5, false],
    ['at_least', 5, 5, true],
    ['at_most', 6, 5, false],
    ['answered', 0, undefined, true],
    ['answered', '', undefined, false],
    ['answered', ' \n', undefined, false],
    ['answered', { r: [] }, undefined, false],
    ['not_answered', undefined, undefined, true],
    ['not_answered', 'x', undefined, false],
  ])('%s: %j against %j is %s', (operator, value, wanted, holds) => {
    expect(path([{ if: when('a', operator, wanted), then: { action: 'jump', to: 'd' } }], { a: value })).toBe(
      holds ? 'welcome a d submit' : 'welcome a b c d submit',
    )
  })

  test('a row of a matrix can be tested', () => {
    const rules = [{ if: when('a', 'equals', 'good', { row: 'r1' }), then: { action: 'hide', questions: ['c'] } }]
    expect(path(rules, { a: { r1: ['good'] } })).toBe('welcome a b d submit')
    expect(path(rules, { a: { r2: ['good'] } })).toBe('welcome a b c d submit')
  })

  test('what a show rule names is hidden until it holds, and hide wins', () => {
    const show = { if: when('a', 'equals', 'x'), then: { action: 'show', questions: ['c'] } }
    const hide = { if: when('b', 'equals', 'y'), then: { action: 'hide', questions: ['c'] } }
    expect(path([show], {})).toBe('welcome a b d submit')
    expect(path([show, hide], { a: 'x' })).toBe('welcome a b c d submit')
    expect(path([show, hide], { a: 'x', b: 'y' })).toBe('welcome a b d submit')
  })

  test('a hidden or skipped question decides nothing', () => {
    const hide = { if: when('a', 'equals', 'x'), then: { action: 'hide', questions: ['b'] } }
    const jump = { if: when('b', 'equals', 'y'), then: { action: 'jump', to: 'submit' } }
    expect(path([hide, jump], { a: 'x', b: 'y' })).toBe('welcome a c d submit')
    expect(path([hide, jump], { b: 'y' })).toBe('welcome a b submit')
  })

  test('a test on what comes later fails, so an "any" decides as soon as it can', () => {
    const rules = [
      {
        if: {
          any: [
            { question: 'a', operator: 'equals', value: 'x' },
            { question: 'c', operator: 'not_answered' },
          ],
        },
        then: { action: 'finish' },
      },
    ]
    expect(path(rules, { a: 'x' })).toBe('welcome a submit')
    expect(path(rules, { a: 'z' })).toBe('welcome a b c submit')
    expect(path(rules, { a: 'z', c: '1' })).toBe('welcome a b c d submit')
  })

  test('jumps lead forward only', () => {
    expect(path([{ if: when('c', 'answered'), then: { action: 'jump', to: 'a' } }], { c: 'x' })).toBe('welcome a b c d submit')
    expect(path([{ if: when('c', 'answered'), then: { action: 'jump', to: 'nowhere' } }], { c: 'x' })).toBe('welcome a b c d submit')
  })

  test('a screen-out ends the way', () => {
    const rules = [{ if: when('b', 'less', 18), then: { action: 'screenout', message: 'Too young' } }] as Rule[]
    expect(walk(ids, rules, { b: 17 })).toEqual({ path: ['welcome', 'a', 'b'], end: 'screenout', message: 'Too young' })
    expect(walk(ids, rules, { b: 18 }).end).toBe('submit')
  })
})

describe('stored logic', () => {
  test('an empty object and foreign shapes are no logic', () => {
    for (const stored of [{}, { rules: [] }, { rules: 'all' }, { rules: [{ if: {}, then: {} }] }, null]) expect(rulesOf(stored)).toEqual([])
  })
})
