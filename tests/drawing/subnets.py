#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# subnets.py COUNT SEED: random questions of a "subnet" fence with the answers of
# Python's ipaddress: a line with the question, then one for each row of the
# table, its cells with bars between them, then an empty line.
import ipaddress as ip
import random
import sys


def address(text, bits):
    return str((ip.IPv4Address if bits == 32 else ip.IPv6Address)(text))


def count(n):
    exponent = n.bit_length() - 1
    return str(n) if exponent < 64 else "2^%d" % exponent


def network(bits, least=0, most=None):
    most = bits if most is None else most
    length = random.randint(least, most)
    number = random.getrandbits(bits)
    if random.random() < 0.3:  # runs of zeros
        number &= random.getrandbits(bits) & random.getrandbits(bits)
    number = number >> (bits - length) << (bits - length)
    kind = ip.IPv4Network if bits == 32 else ip.IPv6Network
    return kind((number, length))


def spelled(net):
    """The network as people write it."""
    style = random.random()
    if net.version == 6 and style < 0.3:
        return net.exploded
    if net.version == 6 and style < 0.4:
        return str(net).upper()
    return str(net)


def row(net):
    return (str(net), str(net[0]), str(net[-1]), count(net.num_addresses))


def describe(bits):
    net = network(bits)
    rows = [("Network", str(net))]
    if bits == 32:
        rows.append(("Netmask", str(net.netmask)))
        rows.append(("Wildcard", str(net.hostmask)))
    if bits == 32 and net.prefixlen < 31:
        rows.append(("First host", str(net[1])))
        rows.append(("Last host", str(net[-2])))
        rows.append(("Broadcast", str(net.broadcast_address)))
    else:
        rows.append(("First address", str(net[0])))
        rows.append(("Last address", str(net[-1])))
    rows.append(("Addresses", count(net.num_addresses)))
    return spelled(net), rows


def split(bits):
    net = network(bits)
    length = random.randint(net.prefixlen, min(bits, net.prefixlen + 8))
    rows = [row(part) for part in net.subnets(new_prefix=length)]
    return "%s split /%d" % (spelled(net), length), rows


def wildcard(bits):
    net = network(bits)
    return "%s wildcard" % spelled(net), [
        (str(net), str(net.netmask), str(net.hostmask))]


def related(net, bits):
    """One that is probably within the other or beside it."""
    if random.random() < 0.3:
        return network(bits)
    length = random.randint(0, bits)
    number = int(net[0]) | random.getrandbits(bits - net.prefixlen or 1) & (
        (1 << (bits - net.prefixlen)) - 1)
    return type(net)((number >> (bits - length) << (bits - length), length))


def contains(bits):
    net = network(bits)
    others = [related(net, bits) for _ in range(random.randint(1, 4))]
    rows = [(str(net), str(o), "yes" if o.subnet_of(net) else "no")
            for o in others]
    return "%s contains %s" % (spelled(net), " ".join(map(str, others))), rows


def overlap(bits):
    nets = [network(bits, 0, 6)]
    nets += [related(nets[0], bits) for _ in range(random.randint(1, 4))]
    rows = []
    for i, a in enumerate(nets):
        for b in nets[i + 1:]:
            both = max(a, b, key=lambda n: n.prefixlen)
            if a.prefixlen == b.prefixlen:
                both = b
            rows.append((str(a), str(b), str(both) if a.overlaps(b)
                         else "nothing"))
    return "overlap " + " ".join(map(spelled, nets)), rows


def summarise(bits):
    net = network(bits, 4, bits - 6)
    parts = list(net.subnets(prefixlen_diff=random.randint(1, 5)))
    parts = random.sample(parts, random.randint(1, len(parts)))
    parts += [related(net, bits) for _ in range(random.randint(0, 2))]
    random.shuffle(parts)
    rows = [row(n) for n in ip.collapse_addresses(parts)]
    return "summarise " + " ".join(map(spelled, parts)), rows


def plan(bits):
    net = network(bits, bits - 12, bits - 8)
    hosts = []
    for _ in range(random.randint(1, 5)):
        hosts.append(random.randint(1, (net.num_addresses // 8)))
    rows = []
    at = int(net[0])
    for n in sorted(hosts, reverse=True):
        wanted = n + (2 if bits == 32 else 0)
        length = bits - (wanted - 1).bit_length()
        own = type(net)((at, length))
        one = 1 if bits == 32 else 0
        rows.append(("", str(n), str(own), str(own[one]), str(own[-1 - one])))
        at += own.num_addresses
    if at > int(net[-1]) + 1:
        return None
    if at <= int(net[-1]):
        for free in ip.summarize_address_range(type(net[0])(at), net[-1]):
            rows.append(("free", "", str(free), str(free[0]), str(free[-1])))
    return "%s plan %s" % (spelled(net), " ".join(map(str, hosts))), rows


random.seed(int(sys.argv[2]))
made = 0
while made < int(sys.argv[1]):
    question = random.choice([describe, split, wildcard, contains, overlap,
                              summarise, plan])(random.choice([32, 128]))
    if not question:
        continue
    made += 1
    print(question[0])
    for cells in question[1]:
        print("|".join(cells))
    print()
