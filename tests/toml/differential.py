# SPDX-License-Identifier: MIT
"""Random TOML, read by crumb (unit/toml_decode --many) and by tomllib.

    differential.py PROGRAM [--count 2000] [--seed 1]

Document number i is the same for a seed. Every second one is broken by one
mutation, which may leave it whole. Both must read the same, or both refuse.
They differ on purpose in two things: crumb refuses integers beyond 64 bits, and
takes the second 60, as RFC 3339 does."""

import argparse
import datetime
import json
import random
import re
import subprocess
import sys
import tomllib

# --- documents ---

BARE = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_-'
LETTERS = ('abc xyzQ019.,;:!?#=[]{}()/\'%$@&*+-_~^|<>`\t'
           '\u00e9\u00df\u4e16\u754c\u0394\U0001F600\u00a0\u2028')
ESCAPES = ['\\b', '\\t', '\\n', '\\f', '\\r', '\\"', '\\\\', '\\u00E9',
           '\\u0000', '\\uD7FF', '\\uE000', '\\U0001F600', '\\U0010ffff']


class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.eol = '\r\n' if rng.random() < 0.1 else '\n'
        self.names = [self.new_name() for _ in range(rng.randint(3, 9))]

    def new_name(self):
        r = self.rng
        if r.random() < 0.75:
            return ''.join(r.choice(BARE) for _ in range(r.randint(1, 5)))
        if r.random() < 0.5:
            return self.basic()
        return self.literal()

    def blank(self):
        return self.rng.choice(['', '', ' ', ' ', '  ', '\t'])

    def text(self, most):
        r = self.rng
        return ''.join(r.choice(LETTERS) for _ in range(r.randint(0, most)))

    def basic(self):
        r = self.rng
        parts = []
        for _ in range(r.randint(0, 4)):
            parts.append(r.choice(ESCAPES) if r.random() < 0.4
                         else self.text(6))
        return '"' + ''.join(parts) + '"'

    def literal(self):
        extra = self.rng.choice(['', '"', '\\', '\\x'])
        return "'" + self.text(8).replace("'", '') + extra + "'"

    def lines(self):
        r = self.rng
        quote = r.choice(['"', "'"])
        parts = [self.eol if r.random() < 0.6 else '']
        for _ in range(r.randint(0, 6)):
            kind = r.random()
            if kind < 0.25:
                parts.append(self.eol)
            elif kind < 0.4 and quote == '"':
                parts.append('\\' + self.blank() + self.eol + self.blank())
            elif kind < 0.55 and quote == '"':
                parts.append(r.choice(ESCAPES))
            elif kind < 0.7:
                parts.append(quote * r.randint(1, 2))
                parts.append(r.choice('az '))
            else:
                parts.append(self.text(8).replace("'", ''))
        return quote * 3 + ''.join(parts) + quote * r.randint(3, 5)

    def digits(self, alphabet, first):
        r = self.rng
        out = r.choice(first)
        for _ in range(r.randint(0, 8)):
            out += r.choice(['', '', '_']) + r.choice(alphabet)
        return out

    def integer(self):
        r = self.rng
        kind = r.random()
        if kind < 0.1:
            return r.choice(['0', '+0', '-0', '9223372036854775807',
                             '-9223372036854775808'])
        if kind < 0.2:
            return '0x' + self.digits('0123456789abcdefABCDEF', '0aF9')
        if kind < 0.25:
            return '0o' + self.digits('01234567', '017')
        if kind < 0.3:
            return '0b' + self.digits('01', '01')
        return r.choice(['', '', '+', '-']) + self.digits('0123456789', '129')

    def float(self):
        r = self.rng
        if r.random() < 0.2:
            return r.choice(['', '+', '-']) + r.choice(['inf', 'nan'])
        out = r.choice(['', '+', '-'])
        out += r.choice(['0', self.digits('0123456789', '129')])
        fraction = r.random() < 0.7
        if fraction:
            out += '.' + self.digits('0123456789', '0123456789')
        if not fraction or r.random() < 0.4:
            out += r.choice('eE') + r.choice(['', '+', '-'])
            out += r.choice(['0', '00', '07', '3', '1_2', '15'])
        return out

    def date(self):
        r = self.rng
        day = '%04d-%02d-%02d' % (r.choice([1, 1969, 1979, 2000, 2024, 9999]),
                                  r.randint(1, 12), r.choice([1, 9, 28, 29, 30]))
        time = '%02d:%02d:%02d' % (r.choice([0, 7, 23]), r.choice([0, 32, 59]),
                                   r.choice([0, 5, 59]))
        if r.random() < 0.4:
            time += '.' + ''.join(r.choice('0123456789')
                                  for _ in range(r.randint(1, 9)))
        kind = r.random()
        if kind < 0.25:
            return day
        if kind < 0.4:
            return time
        zone = r.choice(['', 'Z', 'z', '+00:00', '-07:00', '+23:59', '-00:01'])
        return day + r.choice('Tt ') + time + zone

    def filling(self):
        r = self.rng
        out = ''
        for _ in range(r.choice([0, 0, 0, 1, 2])):
            out += self.blank()
            if r.random() < 0.3:
                out += '#' + self.text(6)
            out += self.eol
        return out + self.blank()

    def array(self, depth):
        r = self.rng
        items = [self.value(depth + 1) for _ in range(r.choice([0, 1, 2, 3]))]
        out = '[' + self.filling()
        for i, item in enumerate(items):
            out += item + self.filling()
            if i + 1 < len(items) or r.random() < 0.3:
                out += ',' + self.filling()
        return out + ']'

    def inline(self, depth):
        r = self.rng
        parts = [self.blank() + self.pair(depth + 1, 2) + self.blank()
                 for _ in range(r.choice([0, 1, 1, 2, 3]))]
        return '{' + ','.join(parts) + ('' if parts else self.blank()) + '}'

    def value(self, depth):
        r = self.rng
        makers = [self.basic, self.literal, self.lines, self.integer,
                  self.float, self.date,
                  lambda: r.choice(['true', 'false'])]
        if depth < 4 and r.random() < 0.25:
            return r.choice([self.array, self.inline])(depth)
        return r.choice(makers)()

    def path(self, most):
        r = self.rng
        n = r.choice([1, 1, 1, 2, 3]) if most > 1 else 1
        dot = self.blank() + '.' + self.blank()
        fresh = 0.7 if n == 1 else 0.4
        return dot.join(self.new_name() if r.random() < fresh
                        else r.choice(self.names) for _ in range(n))

    def pair(self, depth, most=3):
        return (self.path(most) + self.blank() + '=' + self.blank() +
                self.value(depth))

    def header(self):
        r = self.rng
        n = r.choice([1, 1, 2, 2, 3])
        dot = self.blank() + '.' + self.blank()
        path = dot.join(r.choice(self.names) if r.random() < 0.7
                        else self.new_name() for _ in range(n))
        path = self.blank() + path + self.blank()
        return '[[' + path + ']]' if r.random() < 0.3 else '[' + path + ']'

    def document(self):
        r = self.rng
        out = ''
        for _ in range(r.choice([0, 1, 3, 5, 8, 12])):
            kind = r.random()
            out += self.blank()
            if kind < 0.65:
                out += self.pair(1)
            elif kind < 0.9:
                out += self.header()
            if r.random() < 0.15:
                out += self.blank() + '#' + self.text(10)
            out += self.eol
        return out if r.random() < 0.8 else out.rstrip('\r\n')


# What breaks documents, or nearly.
BITS = [b'\n', b'\r', b'\r\n', b'"', b"'", b'"""', b"'''", b'\\', b'#', b'=',
        b'.', b',', b'[', b']', b'[[', b']]', b'{', b'}', b'_', b'+', b'-',
        b'0', b'1', b'e', b'x', b':', b' ', b'\t', b'\0', b'\x1f', b'\x7f',
        b'\x0b', b'\xff', b'\xc3', b'\xc3\xa9', b'\xed\xa0\x80', b'\\u',
        b'\\uD800', b'\\U00110000', b'\\e', b'\\x41', b'true', b'inf', b'nan',
        b'0x', b'00', b'24:00:00', b'07:32', b'2023-02-29', b'a.b', b'[a]',
        b'a = 1\n', b'\xef\xbb\xbf']


def mutate(rng, text):
    at = rng.randint(0, len(text))
    end = min(len(text), at + rng.choice([1, 1, 1, 2, 5]))
    kind = rng.randrange(6)
    lines = text.split(b'\n')
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + rng.choice(BITS) + text[at:]
    if kind == 2:
        return text[:at] + rng.choice(BITS) + text[end:]
    if kind == 3:
        return text[:at] + text[at:end] * 2 + text[end:]
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 4:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines.insert(b, lines[a])
    return b'\n'.join(lines)


def make(seed, number):
    rng = random.Random('%s %d' % (seed, number))
    text = Maker(rng).document().encode()
    # A BOM in front is crumb's to ignore, which tomllib does not.
    return mutate(rng, text) if number % 2 else text


# --- both readings in one form ---

def plain_date(kind, text):
    match = re.fullmatch(r'([^.]*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?', text)
    head, fraction, zone = match.groups()
    micro = (fraction or '')[:6].ljust(6, '0')
    return kind, head, micro, '+00:00' if zone == 'Z' else zone


def of_crumb(v):
    if isinstance(v, list):
        return [of_crumb(item) for item in v]
    if set(v) != {'type', 'value'} or not isinstance(v['value'], str):
        return {key: of_crumb(item) for key, item in v.items()}
    kind, text = v['type'], v['value']
    if kind == 'integer':
        return kind, int(text)
    if kind == 'float':
        return kind, repr(float(text))
    if kind in ('string', 'bool'):
        return kind, text
    return plain_date(kind, text)


def of_tomllib(v):
    if isinstance(v, dict):
        return {key: of_tomllib(item) for key, item in v.items()}
    if isinstance(v, list):
        return [of_tomllib(item) for item in v]
    if isinstance(v, bool):
        return 'bool', str(v).lower()
    if isinstance(v, int):
        return 'integer', v
    if isinstance(v, float):
        return 'float', repr(v)
    if isinstance(v, str):
        return 'string', v
    if isinstance(v, datetime.datetime):
        zone = v.isoformat()[-6:] if v.tzinfo else None
        return ('datetime' if zone else 'datetime-local',
                v.strftime('%Y').rjust(4, '0') + v.strftime('-%m-%dT%H:%M:%S'),
                '%06d' % v.microsecond, zone)
    if isinstance(v, datetime.date):
        return 'date-local', v.isoformat(), '000000', None
    return ('time-local', v.strftime('%H:%M:%S'), '%06d' % v.microsecond, None)


def read_tomllib(text):
    try:
        return of_tomllib(tomllib.loads(text.decode()))
    except ValueError:
        return None


def differs_on_purpose(text, crumb, theirs):
    if crumb.startswith('!'):
        return 'beyond 64 bits' in crumb
    return theirs is None and b':60' in text and \
        read_tomllib(text.replace(b':60', b':59')) is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--seed', default='1')
    args = parser.parse_args()
    texts = [make(args.seed, i) for i in range(args.count)]
    texts = [t.removeprefix(b'\xef\xbb\xbf') for t in texts]
    given = b''.join(b'%d\n%s' % (len(t), t) for t in texts)
    done = subprocess.run([args.program, '--many'], input=given, check=True,
                          stdout=subprocess.PIPE)
    answers = done.stdout.decode().split('\n')[:-1]
    assert len(answers) == len(texts), 'an answer for each document'
    read = wrong = purpose = 0
    for number, (text, crumb) in enumerate(zip(texts, answers)):
        theirs = read_tomllib(text)
        ours = None if crumb.startswith('!') else of_crumb(json.loads(crumb))
        read += theirs is not None
        if ours == theirs:
            continue
        if differs_on_purpose(text, crumb, theirs):
            purpose += 1
            continue
        wrong += 1
        if wrong <= 5:
            print('# document %d: %r\n#   crumb: %s\n# tomllib: %s' %
                  (number, text, crumb, 'refused' if theirs is None else
                   theirs))
    print('# %d documents: %d read, %d refused, %d differ on purpose, %d wrong'
          % (len(texts), read, len(texts) - read, purpose, wrong))
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
