import { expect, it } from 'vitest'
import { deviceName } from './devices'

it.each([
  ['Edge on Windows', 'Windows NT 10.0 AppleWebKit Chrome/141.0 Safari/537.36 Edg/141.0'],
  ['Opera on Linux', 'X11; Linux x86_64 AppleWebKit Chrome/141.0 Safari/537.36 OPR/125.0'],
  ['Firefox on iPhone', 'iPhone; CPU iPhone OS 18_0 like Mac OS X AppleWebKit FxiOS/140.0 Safari/604.1'],
  ['Chrome on iPad', 'iPad; CPU OS 18_0 like Mac OS X AppleWebKit CriOS/141.0 Safari/604.1'],
  ['Chrome on ChromeOS', 'X11; CrOS x86_64 AppleWebKit Chrome/141.0 Safari/537.36'],
  ['Safari', 'AppleWebKit Safari/604.1'],
  ['Windows', 'Windows NT 10.0'],
])('names %s', (name, userAgent) => expect(deviceName(userAgent)).toBe(name))
