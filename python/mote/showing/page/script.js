// The page: figures as marks and as rows, what is chosen of them, and the address of a view.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);

/** The element with that id. */
const byId = (id) => document.getElementById(id);

/**
 * A new element.
 * @param {string} name Its tag; "svg:" before it for one of an SVG.
 * @param {Object} attributes Its attributes; null and false leave one out.
 * @param {...(Node|string)} children What it holds.
 */
function make(name, attributes = {}, ...children) {
  const node = name.startsWith('svg:') ?
      document.createElementNS('http://www.w3.org/2000/svg', name.slice(4)) :
      document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A figure for people: at most two decimals, thousands apart; '' where there is none. */
function number(value) {
  if (value === null || value === undefined) return '';
  const digits = value >= 1000 || Number.isInteger(value) ? 0 : value >= 100 ? 1 : 2;
  const text = value.toFixed(digits);
  return value >= 10000 ? text.replace(/\B(?=(\d{3})+$)/g, '\u202f') : text;
}

/** A name that may go on in the next line behind each underscore. */
function breakable(text) {
  return text.split('_').flatMap((part, index) => index === 0 ? [part] : ['_', make('wbr'), part]);
}

/** Say something to people who do not see the page. */
function say(text) {
  byId('spoken').textContent = text;
}

// ---------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------

/** The kinds of marks: shape, whether it is filled, colour, and what it is. */
const MARKS = {
  assembly: {shape: 'circle', filled: true, colour: 'ours', title: 'Mote, assembly'},
  c: {shape: 'circle', filled: false, colour: 'ours', title: 'Mote, C'},
  published: {shape: 'diamond', filled: false, colour: 'published', title: 'published figure'},
  here: {shape: 'square', filled: true, colour: 'here', title: 'published code, measured here'},
  others: {shape: 'triangle', filled: true, colour: 'others', title: 'others’ code, measured here'},
};

const FIDELITY = {
  exact: 'exact: counted by a cycle-exact simulator',
  modelled: 'modelled: documented rules on the executed instructions',
  instructions: 'a count of executed instructions, not cycles',
  '': 'as published',
};

const functionNamed = new Map(data.functions.map((each) => [each.name, each]));
const cpuNamed = new Map(data.cpus.map((each) => [each.name, each]));

/** Our rows and the published ones in one form; times are in `unit`, null where there are none. */
const rows = [...data.rows.map(ownRow), ...data.published.flatMap(publishedRows)];

function ownRow(values) {
  const [place, cpuPlace, timing, toolchain, flags, ...figures] = values;
  const implementation = data.implementations[place];
  const cpu = data.cpus[cpuPlace];
  const row = Object.fromEntries(data.columns.map((name, index) => [name, figures[index]]));
  const fidelity = cpu.timings[timing][1];
  const counted = fidelity === 'instructions';
  const about = data.functions[implementation.function];
  return {
    ...row,
    about,
    implementation,
    function: about.name,
    name: implementation.name,
    cpu: cpu.name,
    timing: cpu.timings[timing][0],
    fidelity,
    first: timing === 0,
    mark: implementation.head === undefined ? 'c' : 'assembly',
    unit: counted ? 'instructions' : 'cycles',
    long: counted ? row.long_instructions_per_byte : row.long_cycles_per_byte,
    pieces: counted ? row.pieces_instructions_per_byte : row.pieces_cycles_per_byte,
    short: counted ? row.short_instructions : row.short_cycles,
    block: counted ? row.block_instructions : row.block_cycles,
    ram: row.context_bytes + row.stack_bytes + row.static_bytes,
    constant: implementation.constant,
    proved: implementation.proved?.[cpu.name] ?? '',
    toolchain: data.toolchains[toolchain],
    flags: data.flags[flags],
    key: [about.name, implementation.name, cpu.name, cpu.timings[timing][0]].join('/'),
  };
}

/**
 * Another program: the paper's figures, and those that it has in our simulators, or these alone.
 */
function publishedRows(entry, index) {
  const about = functionNamed.get(entry.function);
  const timings = cpuNamed.get(entry.cpu).timings.map((each) => each[0]);
  const found = [[entry.others ? 'others' : 'published', entry.figures]];
  if (Object.keys(entry.here).length > 0) found.push(['here', entry.here]);
  return found.map(([mark, figures]) => {
    const block = figures.block_cycles;
    const long = figures.long_cycles_per_byte;
    return {
      about,
      entry,
      mark,
      function: entry.function,
      name: entry.name,
      cpu: entry.cpu,
      timing: entry.timing,
      fidelity: mark === 'published' ?
          '' :
          cpuNamed.get(entry.cpu).timings[timings.indexOf(entry.timing)][1],
      first: !timings.includes(entry.timing) || entry.timing === timings[0],
      unit: 'cycles',
      comparable: entry.comparable,
      size_bytes: figures.size_bytes ?? entry.figures.size_bytes ?? null,
      long: long ?? (block === undefined ? null : block / about.block),
      short: figures.short_cycles ?? null,
      block: block ?? (long === undefined ? null : long * about.block),
      ram: entry.ram ?? null,
      constant: false,
      key: ['published', index, mark].join('/'),
    };
  });
}

/** How many message blocks a message of that many bytes takes with its padding. */
function blocks(about, bytes) {
  return Math.max(1, Math.ceil((8 * bytes + about.padding) / (8 * about.block)));
}

/** The time for a message of that many bytes, or null: the short figure and further blocks. */
function timeFor(row, bytes) {
  if (row.short === null || row.block === null) return null;
  const known = row.about.kind === 'cipher' ? 1 : blocks(row.about, 32);
  return row.short + (blocks(row.about, bytes) - known) * row.block;
}

/** What the chart shows upwards: a byte of a long message, or a whole message. */
function speed(row) {
  return state.bytes === null ? row.long : timeFor(row, state.bytes);
}

/** 10^6 / (cycles a byte × bytes): as stored, or of a published program's figures. */
function ratio(row) {
  if (!row.entry) return row.speed_size_ratio;
  if (row.unit !== 'cycles' || !row.long || !row.size_bytes) return null;
  return 1e6 / (row.long * row.size_bytes);
}

/** The rows than which none is both smaller and faster. */
function paretoFront(points) {
  const front = [];
  let best = Infinity;
  for (const point of [...points].sort((a, b) => a.x - b.x || a.y - b.y)) {
    if (point.y < best) {
      front.push(point);
      best = point.y;
    }
  }
  return front;
}

// ---------------------------------------------------------------------------------------------
// What is chosen, and its address
// ---------------------------------------------------------------------------------------------

const DEFAULTS = {
  cpu: 'cortex-m0',
  function: '',
  timing: '',
  digest: '',
  ram: null,
  constant: false,
  bytes: null,
  hide: [],
  sort: 'size_bytes',
  descending: false,
  row: '',
  core: '',
};

const ALL = 'all';

/** Message lengths of the slider: powers of two and one step between; the last is a long one. */
const LENGTHS = [0, 1, 2, 4, 6, 8, 12];
for (let size = 16; size < 65536; size *= 2) LENGTHS.push(size, size * 1.5);
LENGTHS.push(65536);

const byName = (names) => new Set(names);
const VALID = {
  cpu: byName([ALL, ...cpuNamed.keys()]),
  function: byName([ALL, ...functionNamed.keys()]),
  timing: byName([ALL, ...rows.map((row) => row.timing)]),
  digest: byName(data.functions.map((each) => String(each.digest))),
  core: byName([ALL, ...functionNamed.keys()]),
};

let state = {...DEFAULTS};

/** The state that an address's fragment asks for, and what in it cannot be had. */
function parse(fragment) {
  const found = {...DEFAULTS};
  const wrong = [];
  for (const [key, value] of new URLSearchParams(fragment)) {
    if (VALID[key]) {
      if (VALID[key].has(value))
        found[key] = value === ALL && key !== 'timing' ? '' : value;
      else
        wrong.push(`${key} “${value}”`);
      if (key === 'cpu' && value === ALL) found.cpu = ALL;
    } else if (key === 'bytes' || key === 'ram') {
      if (/^\d{1,9}$/.test(value))
        found[key] = Number(value);
      else
        wrong.push(`${key} “${value}”`);
    } else if (key === 'constant') {
      found.constant = value === '1';
    } else if (key === 'hide') {
      found.hide = value.split(',').filter((mark) => mark in MARKS);
    } else if (key === 'sort') {
      const name = value.replace(/^-/, '');
      if (COLUMNS.some((column) => column.id === name)) {
        found.sort = name;
        found.descending = value.startsWith('-');
      } else {
        wrong.push(`sort “${value}”`);
      }
    } else if (key === 'row') {
      if (rows.some((row) => row.key === value))
        found.row = value;
      else
        wrong.push(`row “${value}”`);
    } else {
      wrong.push(`${key}`);
    }
  }
  return [found, wrong];
}

/** The fragment of a state; what is as at the start is left out. */
function fragment() {
  const query = new URLSearchParams();
  for (const key of ['cpu', 'function', 'timing', 'digest', 'core']) {
    if (state[key] !== DEFAULTS[key]) query.set(key, state[key]);
  }
  if (state.bytes !== null) query.set('bytes', state.bytes);
  if (state.ram !== null) query.set('ram', state.ram);
  if (state.constant) query.set('constant', '1');
  if (state.hide.length > 0) query.set('hide', state.hide.join(','));
  if (state.sort !== DEFAULTS.sort || state.descending) {
    query.set('sort', (state.descending ? '-' : '') + state.sort);
  }
  if (state.row) query.set('row', state.row);
  return query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
}

function remember() {
  const text = fragment();
  history.replaceState(null, '', text ? `#${text}` : location.href.split('#')[0]);
}

/** The rows that the filters leave, whatever their marks. */
function chosenRows() {
  return rows.filter((row) => {
    if (state.cpu !== ALL && row.cpu !== state.cpu) return false;
    if (state.function && row.function !== state.function) return false;
    if (state.timing === '' && !row.first) return false;
    if (state.timing && state.timing !== ALL && row.timing !== state.timing) return false;
    if (state.digest && String(row.about.digest) !== state.digest) return false;
    if (state.ram !== null && (row.ram === null || row.ram > state.ram)) return false;
    return !state.constant || row.constant;
  });
}

const shownRows = () => chosenRows().filter((row) => !state.hide.includes(row.mark));

/** What the chart counts: instructions only where there is nothing else. */
function unitOf(some) {
  const own = some.filter((row) => !row.entry);
  return own.length > 0 && own.every((row) => row.unit === 'instructions') ? 'instructions' :
                                                                             'cycles';
}

// ---------------------------------------------------------------------------------------------
// Charts
// ---------------------------------------------------------------------------------------------

const SHAPES = {
  circle: (r) => `M${- r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${- 2 * r},0z`,
  square: (r) => `M${- r * 0.88},${- r * 0.88}h${r * 1.76}v${r * 1.76}h${- r * 1.76}z`,
  diamond: (r) => `M0,${- r * 1.25}L${r * 1.25},0L0,${r * 1.25}L${- r * 1.25},0z`,
  triangle: (r) => `M0,${- r * 1.2}L${r * 1.15},${r * 0.9}H${- r * 1.15}z`,
};

/** A mark, drawn around the origin of a new group. */
function drawMark({shape, filled, colour}, radius) {
  const group = make('svg:g', {class: filled ? 'mark filled' : 'mark'});
  group.style.setProperty('--colour', `var(--${colour})`);
  group.append(make('svg:path', {d: SHAPES[shape](radius)}));
  return group;
}

/** A mark as a picture of its own, for legends and rows; not read aloud. */
function icon(mark) {
  const svg = make('svg:svg', {viewBox: '-8 -8 16 16', 'aria-hidden': 'true', focusable: 'false'});
  svg.append(drawMark(mark, 5));
  return svg;
}

/** Round numbers from low to high, about as many as there is room for. */
function ticks(low, high, logarithmic, room) {
  const found = [];
  if (!logarithmic) {
    const raw = (high - low) / room;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
    for (let n = Math.ceil(low / step); n * step <= high; n++) found.push(n * step);
    return found;
  }
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (let factor = 1; factor < 10; factor++) {
      const value = factor * 10 ** power;
      if (value >= low * 0.999 && value <= high * 1.001) found.push([value, factor]);
    }
  }
  const fits = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]].find(
      (factors) => found.filter((tick) => factors.includes(tick[1])).length <= room);
  return found.filter((tick) => (fits ?? [1]).includes(tick[1])).map((tick) => tick[0]);
}

/** An axis: from values to pixels, with a little air on both sides. */
function scale(values, logarithmic, from, to) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (logarithmic) {
    low = low / 1.25;
    high = high * 1.25;
    const first = Math.log(low);
    const place = (value) =>
        from + (Math.log(value) - first) / (Math.log(high) - first) * (to - from);
    return {low, high, place};
  }
  const air = (high - low || 1) * 0.05;
  low = low - air;
  high = high + air;
  return {low, high, place: (value) => from + (value - low) / (high - low) * (to - from)};
}

const charts = new Map();

/**
 * Draw a scatter chart into an element, in place of what it holds.
 * @param {Element} root Where.
 * @param {Object} chart points: {key, x, y, mark, name, group, lines, front}, drawn in their order;
 *     title, xTitle, yTitle; logX: whether x too is logarithmic; front: points that a line joins as
 *     steps; links: lists of points that a line joins; open: called with a point's key.
 */
function draw(root, chart) {
  const focused = root.contains(document.activeElement);
  charts.set(root, chart);
  if (chart.points.length === 0) {
    root.replaceChildren(make('p', {class: 'none'}, chart.empty));
    return;
  }
  const width = Math.max(280, Math.round(root.clientWidth) || 800);
  const height = Math.round(Math.min(560, Math.max(340, width * 0.5)));
  const left = 58;
  const right = width - 14;
  const top = 30;
  const bottom = height - 46;
  const x = scale(chart.points.map((point) => point.x), chart.logX, left, right);
  const y = scale(chart.points.map((point) => point.y), true, bottom, top);
  const svg = make('svg:svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'group',
    'aria-roledescription': 'scatter chart',
    'aria-label': `${chart.title}. Arrow keys go from mark to mark, Enter opens the row.`,
  });
  const back = make('svg:g', {'aria-hidden': 'true'});
  for (const value of ticks(x.low, x.high, chart.logX, width / 68)) {
    const at = x.place(value);
    back.append(
        make('svg:line', {class: 'grid', x1: at, x2: at, y1: top, y2: bottom}),
        make('svg:text', {x: at, y: bottom + 18, 'text-anchor': 'middle'}, number(value)));
  }
  for (const value of ticks(y.low, y.high, true, height / 44)) {
    const at = y.place(value);
    back.append(
        make('svg:line', {class: 'grid', x1: left, x2: right, y1: at, y2: at}),
        make('svg:text', {x: left - 8, y: at + 4, 'text-anchor': 'end'}, number(value)));
  }
  back.append(
      make('svg:path', {class: 'frame', d: `M${left},${top}V${bottom}H${right}`}),
      make('svg:text', {class: 'title', x: 2, y: 14}, chart.yTitle),
      make(
          'svg:text', {class: 'title', x: right, y: height - 6, 'text-anchor': 'end'},
          chart.xTitle));
  const at = (point) => [x.place(point.x), y.place(point.y)];
  for (const link of chart.links ?? []) {
    back.append(
        make('svg:path', {class: 'link', d: 'M' + link.map((each) => at(each).join()).join('L')}));
  }
  if (chart.front && chart.front.length > 0) {
    const places = chart.front.map(at);
    const steps = places.map(([px, py]) => `H${px}V${py}`).join('');
    const path = `M${places[0][0]},${top}${steps.replace(/^H[^V]+/, '')}H${right}`;
    back.append(make('svg:path', {class: 'front', d: path}));
  }
  svg.append(back);
  const layer = make('svg:g');
  const nodes = new Map();
  for (const point of chart.points) {
    const [px, py] = at(point);
    const group = make('svg:g', {
      class: 'point',
      transform: `translate(${px.toFixed(1)},${py.toFixed(1)})`,
      role: 'button',
      tabindex: '-1',
      'data-key': point.key,
      'aria-label': [point.name, ...point.lines].join(', '),
    });
    const mark = drawMark(point.mark, width < 600 ? 5 : 5.5);
    if (chart.front && !point.front) mark.classList.add('behind');
    group.append(make('svg:circle', {class: 'ring', r: 10}), mark);
    layer.append(group);
    nodes.set(point.key, group);
  }
  svg.append(layer, names(chart, at, {left, right, top, bottom}));
  const tip = make('div', {class: 'tip', 'aria-hidden': 'true', hidden: ''});
  const frame = make('div', {}, svg, tip);
  root.replaceChildren(frame);
  steer(root, frame, nodes, at, width);
  if (focused && chart.current) nodes.get(chart.current)?.focus({preventScroll: true});
}

/**
 * Names beside the marks of the front, each group's smallest, or all where they are few, as far as
 * there is room.
 */
function names(chart, at, {left, right, top, bottom}) {
  const group = make('svg:g', {'aria-hidden': 'true'});
  const taken = chart.points.map((point) => {
    const [px, py] = at(point);
    return [px - 6, py - 6, px + 6, py + 6];
  });
  const ruler = make('canvas').getContext('2d');
  ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const few = chart.points.length <= 24;
  const seen = new Set();
  const first = new Set();
  for (const point of [...chart.points].sort((a, b) => a.x - b.x || a.y - b.y)) {
    if (!seen.has(point.group)) first.add(point);
    seen.add(point.group);
  }
  const rank = (point) => point.front ? 0 : first.has(point) ? 1 : 2;
  const wanted = chart.points.filter((point) => few || rank(point) < 2);
  wanted.sort((a, b) => rank(a) - rank(b) || a.x - b.x);
  const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  for (const point of wanted) {
    const [px, py] = at(point);
    const name = few || point.front ? point.name : point.group;
    const wide = ruler.measureText(name).width + 2;
    const places = [
      [px + 8, py - 7, 'start'],
      [px + 10, py + 4, 'start'],
      [px - 10, py + 4, 'end'],
      [px - 8, py + 18, 'end'],
      [px + 8, py + 18, 'start'],
      [px - 8, py - 9, 'end'],
      [px, py - 12, 'middle'],
      [px, py + 21, 'middle'],
    ];
    for (const [tx, ty, anchor] of places) {
      const start = anchor === 'start' ? tx : anchor === 'end' ? tx - wide : tx - wide / 2;
      const box = [start, ty - 11, start + wide, ty + 3];
      const inside =
          box[0] >= left && box[2] <= right + 12 && box[1] >= top - 14 && box[3] <= bottom;
      if (inside && !taken.some((each) => meets(each, box))) {
        taken.push(box);
        group.append(make('svg:text', {class: 'name', x: tx, y: ty, 'text-anchor': anchor}, name));
        break;
      }
    }
  }
  return group;
}

/** Have the marks of a chart answer to pointer and keys. */
function steer(root, frame, nodes, at, width) {
  // An element of an SVG that listens for the focus takes it: the frame listens.
  const [svg, tip] = frame.children;
  const {points, open} = charts.get(root);
  const across = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const up = [...points].sort((a, b) => a.y - b.y || a.x - b.x);
  const place = (point) => {
    for (const node of nodes.values()) node.setAttribute('tabindex', '-1');
    nodes.get(point.key).setAttribute('tabindex', '0');
    charts.get(root).current = point.key;
  };
  const hide = () => {
    tip.hidden = true;
    root.classList.remove('choosing');
    for (const node of nodes.values()) node.classList.remove('current', 'same');
  };
  const show = (point) => {
    hide();
    nodes.get(point.key).classList.add('current');
    root.classList.add('choosing');
    for (const each of points) {
      if (each.group === point.group) nodes.get(each.key).classList.add('same');
    }
    tip.replaceChildren(make('strong', {}, point.name));
    for (const line of point.lines) tip.append(make('div', {}, line));
    tip.hidden = false;
    const zoom = svg.clientWidth / width || 1;
    const [px, py] = at(point).map((value) => value * zoom);
    const beside =
        px + 16 + tip.offsetWidth > svg.clientWidth ? px - 16 - tip.offsetWidth : px + 16;
    tip.style.left = `${Math.max(0, beside)}px`;
    tip.style.top = `${Math.max(0, Math.min(py - 20, svg.clientHeight - tip.offsetHeight))}px`;
  };
  const near = (event) => {
    const box = svg.getBoundingClientRect();
    const zoom = box.width / width || 1;
    const px = (event.clientX - box.left) / zoom;
    const py = (event.clientY - box.top) / zoom;
    let best = null;
    let least = 26;
    for (const point of points) {
      const [qx, qy] = at(point);
      const distance = Math.hypot(px - qx, py - qy);
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  };
  let touched = '';
  frame.addEventListener('pointermove', (event) => {
    const point = near(event);
    if (point)
      show(point);
    else
      hide();
  });
  frame.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') hide();
  });
  frame.addEventListener('click', (event) => {
    const point = near(event);
    if (!point) {
      hide();
      return;
    }
    // A finger cannot point without a click: its first one shows what is there, its second opens.
    if (event.pointerType === 'touch' && touched !== point.key) {
      touched = point.key;
      show(point);
      tip.append(make('div', {class: 'soft'}, 'Touch again for its row'));
      return;
    }
    place(point);
    open(point.key);
  });
  frame.addEventListener('focusin', (event) => {
    const point = points.find((each) => nodes.get(each.key) === event.target);
    if (point) {
      place(point);
      show(point);
    }
  });
  frame.addEventListener('focusout', hide);
  frame.addEventListener('keydown', (event) => {
    const key = event.target.dataset?.key;
    const go = (list, by) => list[list.findIndex((each) => each.key === key) + by];
    const targets = {
      ArrowRight: () => go(across, 1),
      ArrowLeft: () => go(across, -1),
      ArrowUp: () => go(up, 1),
      ArrowDown: () => go(up, -1),
      Home: () => across[0],
      End: () => across[across.length - 1],
    };
    if (key === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (targets[event.key]) {
      event.preventDefault();
      const target = targets[event.key]();
      if (target) nodes.get(target.key).focus({preventScroll: true});
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(key);
    } else if (event.key === 'Escape') {
      hide();
    }
  });
  const current = points.find((each) => each.key === charts.get(root).current);
  place(current ?? across[0]);
}

/** What a row is called where its function and CPU may be seen elsewhere. */
function nameOf(row) {
  const parts = [];
  if (!state.function) parts.push(row.function);
  parts.push(
      row.entry && row.mark !== 'others' ?
          row.entry.source.split(',')[0] + (row.mark === 'here' ? ', here' : '') :
          row.name);
  if (state.cpu === ALL) parts.push(row.cpu);
  if (state.timing === ALL && cpuNamed.get(row.cpu).timings.length > 1) parts.push(row.timing);
  return parts.join(' ');
}

function speedText(row, value) {
  const unit = row.unit === 'cycles' ? 'cycles' : 'instructions';
  return state.bytes === null ? `${number(value)} ${unit} a byte` :
                                `${number(Math.round(value))} ${unit} for ${lengthText()}`;
}

function lengthText() {
  return state.bytes === 1 ? '1 byte' : `${number(state.bytes)} bytes`;
}

/** What is left out beside the choice of CPU and function, in words. */
function limits() {
  const words = [];
  if (state.timing && state.timing !== ALL) words.push(state.timing);
  if (state.digest) words.push(`digest or key of ${state.digest} bits`);
  if (state.ram !== null) words.push(`at most ${number(state.ram)} bytes of RAM`);
  if (state.constant) words.push('constant time');
  return words.length > 0 ? ` Only: ${words.join(', ')}.` : '';
}

function drawFigures() {
  const some = shownRows();
  const unit = unitOf(some);
  const points = [];
  const without = {size: 0, speed: 0, unit: 0};
  for (const row of some) {
    const value = speed(row);
    if (row.size_bytes === null) {
      without.size++;
    } else if (value === null || value <= 0) {
      without.speed++;
    } else if (row.unit !== unit || (row.entry && !row.comparable)) {
      without.unit++;
    } else {
      const lines = [`${number(row.size_bytes)} bytes`, speedText(row, value)];
      if (row.ram !== null) lines.push(`${number(row.ram)} bytes of RAM`);
      lines.push([row.cpu, row.timing].join(', '), MARKS[row.mark].title);
      points.push({
        key: row.key,
        x: row.size_bytes,
        y: value,
        hash: row.about.kind === 'hash',
        extreme: Boolean(row.extreme),
        mark: MARKS[row.mark],
        name: nameOf(row),
        group: state.function ? row.cpu :
            state.cpu === ALL ? `${row.function} ${row.cpu}` :
                                row.function,
        lines,
      });
    }
  }
  // What is no hash function does less: the smallest checksum would hide every one of them.
  // What computes its constants in each call anew is small, but not what people mean by it.
  const front =
      paretoFront(points.filter((point) => (state.function || point.hash) && !point.extreme));
  for (const point of front) point.front = true;
  points.sort((a, b) => (a.front ?? false) - (b.front ?? false));
  const what = state.function ? functionNamed.get(state.function).title : 'all functions';
  const where = state.cpu === ALL ? 'all CPUs' : cpuNamed.get(state.cpu).title;
  const title = `${what[0].toUpperCase()}${what.slice(1)} on ${where}`;
  const marks = `${points.length} ${points.length === 1 ? 'mark' : 'marks'}, ${front.length} on ` +
      `the Pareto front${state.function ? '' : ' of the hash functions'} (dashed line). ` +
      `Down and left is better.`;
  const mixed = state.function ? '' : ' Functions differ in strength and digest size.';
  byId('figures-caption').replaceChildren(title, make('small', {}, marks + mixed + limits()));
  const upward = state.bytes === null ? `${unit} a byte, long message` :
                                        `${unit} for a message of ${lengthText()}`;
  draw(byId('figures-chart'), {
    points,
    front,
    title,
    logX: true,
    xTitle: 'size, bytes',
    yTitle: upward[0].toUpperCase() + upward.slice(1),
    empty: 'Nothing to draw: no row of this choice has both a size and this time.',
    open: openRow,
    current: charts.get(byId('figures-chart'))?.current,
  });
  const reasons = [];
  if (without.size > 0) reasons.push(`${without.size} without a size`);
  if (without.speed > 0) reasons.push(`${without.speed} without this time`);
  if (without.unit > 0) {
    reasons.push(`${without.unit} whose time does not compare (${
        unit === 'cycles' ? 'instructions, or ' : ''}another processor or measure)`);
  }
  byId('undrawn').textContent =
      reasons.length > 0 ? `In the table and not in the chart: ${reasons.join('; ')}.` : '';
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

/**
 * The table's columns.  minor: where a telephone leaves it out; extra: where a small window does.
 * time: whether it is one of the row's unit.
 */
const COLUMNS = [
  {id: 'function', title: 'Function', of: (row) => row.function},
  {id: 'name', title: 'Implementation', of: (row) => row.name, minor: () => true},
  {id: 'cpu', title: 'CPU', of: (row) => row.cpu, extra: () => state.cpu !== ALL},
  {id: 'size_bytes', title: 'Size', number: true, of: (row) => row.size_bytes},
  {
    id: 'long',
    title: 'Cycles/byte',
    number: true,
    of: (row) => row.long,
    time: true,
    minor: () => state.bytes !== null
  },
  {
    id: 'short',
    title: 'Short message',
    number: true,
    of: (row) => row.short,
    time: true,
    minor: () => true
  },
  {
    id: 'message',
    title: 'Message',
    number: true,
    time: true,
    of: (row) => timeFor(row, state.bytes)
  },
  {id: 'ram', title: 'RAM', number: true, of: (row) => row.ram},
  {id: 'ratio', title: 'Speed/size', number: true, of: ratio, minor: () => true},
  {id: 'proved', title: 'Proved', of: (row) => row.proved ?? '', extra: () => true},
  {id: 'timing', title: 'Timing', of: (row) => row.timing, extra: () => true},
  {id: 'kind', title: 'Kind', of: (row) => row.fidelity || 'published', extra: () => true},
];

const MOST = 400;
let unfolded = false;

/** The columns shown: that of the message's length only where one is chosen. */
const columns = () => COLUMNS.filter((column) => column.id !== 'message' || state.bytes !== null);

/** Which classes a column's cells have. */
function classOf(column) {
  const names = [`column-${column.id}`];
  if (column.number) names.push('number');
  if (column.minor?.()) names.push('minor');
  if (column.extra?.()) names.push('extra');
  return names.join(' ');
}

/** The columns that go first where the table is wider than its frame; the details have them. */
const LESS = ['kind', 'timing', 'ratio', 'proved', 'ram'];

/** Make a table as wide as its frame: first with less space, then without some columns. */
function fit(table, less = []) {
  const frame = table.parentElement;
  const without = less.map((id) => `without-${id}`);
  table.classList.remove('tight', ...without);
  for (const name of ['tight', ...without]) {
    if (frame.scrollWidth <= frame.clientWidth) break;
    table.classList.add(name);
  }
}

function sorted(some) {
  const column = columns().find((each) => each.id === state.sort) ?? COLUMNS[3];
  const sign = state.descending ? -1 : 1;
  const rank = (a, b) => {
    const [one, two] = [column.of(a), column.of(b)];
    if (one === null || two === null) return (one === null) - (two === null);
    return sign * (column.number ? one - two : String(one).localeCompare(String(two), 'en'));
  };
  return [...some].sort((a, b) => rank(a, b) || a.key.localeCompare(b.key, 'en'));
}

function drawHead() {
  const line = make('tr');
  for (const column of columns()) {
    const title = column.id === 'message' ? lengthText() : column.title;
    const active = column.id === state.sort;
    const button = make('button', {type: 'button', 'data-sort': column.id}, title);
    line.append(make(
        'th', {
          scope: 'col',
          class: classOf(column),
          'aria-sort': active ? (state.descending ? 'descending' : 'ascending') : null,
        },
        button));
  }
  byId('figures-table').tHead.replaceChildren(line);
}

function cell(column, row) {
  const value = column.of(row);
  if (!column.number) return breakable(value);
  return [
    number(value) + (column.time && value !== null && row.unit === 'instructions' ? ' ins' : '')
  ];
}

function drawTable() {
  drawHead();
  const list = sorted(shownRows());
  const body = byId('figures-table').tBodies[0];
  const limit = unfolded ? list.length : MOST;
  const opened = list.findIndex((row) => row.key === state.row);
  const lines = [];
  list.slice(0, Math.max(limit, opened + 1)).forEach((row) => lines.push(...linesOf(row)));
  body.replaceChildren(...lines);
  const rest = list.length - Math.max(limit, opened + 1);
  byId('more').hidden = rest <= 0;
  byId('more').textContent = `Show all ${list.length} rows`;
  byId('count').textContent = `${list.length} ${list.length === 1 ? 'row' : 'rows'}. ` +
      'Size, RAM: bytes; times: cycles, or executed instructions (ins).';
  fit(byId('figures-table'), LESS);
}

/** The line of a row, and the one with its details where it is open. */
function linesOf(row) {
  const open = row.key === state.row;
  const line = make('tr', {class: open ? 'row open' : 'row', 'data-key': row.key});
  columns().forEach((column, index) => {
    if (index === 0) {
      const button = make(
          'button', {
            type: 'button',
            class: 'opener',
            'aria-expanded': String(open),
            'aria-label': `${row.function} ${row.name}, ${row.cpu}, ${row.timing}: details`,
          },
          icon(MARKS[row.mark]), make('span', {}, ...cell(column, row)),
          make('span', {class: 'second'}, ...breakable(row.name)));
      line.append(make('th', {scope: 'row'}, button));
    } else {
      line.append(make('td', {class: classOf(column)}, ...cell(column, row)));
    }
  });
  if (!open) return [line];
  const inside = make('div', {class: 'inside'}, ...detailsOf(row));
  const details = make('tr', {class: 'details'});
  details.append(make('td', {colspan: columns().length}, inside));
  return [line, details];
}

/** Pairs as a list of descriptions; those without a text are left out. */
function list(pairs) {
  const node = make('dl');
  for (const [name, text] of pairs) {
    if (text) node.append(make('dt', {}, name), make('dd', {}, text));
  }
  return node;
}

function commandLine(row) {
  const text = `./mote bench ${row.function} --implementation ${row.name} --cpu ${row.cpu}`;
  const button = make('button', {type: 'button'}, 'Copy');
  button.addEventListener('click', () => copy(text, 'Command copied'));
  return make('span', {class: 'command'}, make('code', {}, text), button);
}

function detailsOf(row) {
  const cpu = cpuNamed.get(row.cpu);
  const times = [
    ['Long message', row.long === null ? '' : `${number(row.long)} ${row.unit} a byte`],
    [
      'In calls of 64 bytes',
      (row.pieces ?? null) === null ? '' :
                                      `${number(row.pieces)} ${row.unit} a byte` +
              (row.extreme ? '; much more than in one call' : '')
    ],
    [
      'Message block',
      row.block === null ? '' : `${number(row.block)} ${row.unit}, ${row.about.block} bytes`
    ],
    ['Short message', row.short === null ? '' : `${number(row.short)} ${row.unit}`],
  ];
  if (row.entry) {
    return [list([
      ['Program', `${row.name}, ${row.about.title}`],
      ['Source', row.entry.source],
      [
        'Measured on',
        row.mark === 'here' ? `our simulator, ${row.timing} (${row.fidelity}); size as published` :
                              row.entry.system
      ],
      ['Size', row.size_bytes === null ? 'not published' : `${number(row.size_bytes)} bytes`],
      ...times,
      [
        'RAM',
        row.ram === null ? '' : `${number(row.ram)} bytes of context and stack, measured here`
      ],
      ['What counts', row.entry.remarks.join('. ')],
      ['Comparable', row.comparable ? 'yes' : 'no'],
    ])];
  }
  const source = row.implementation;
  const ram = `${row.context_bytes} context + ${row.stack_bytes} stack` +
      (row.static_bytes ? ` + ${row.static_bytes} fixed` : '') + ' bytes' +
      (cpu.reentrant ? '' : '; not reentrant');
  const origin = data.commit ? `commit ${data.commit}` :
                               `git log --find-object=${data.figures} -- results/figures.csv`;
  const parts = [list([
    ['Reproduce', commandLine(row)],
    ['Function', `${row.about.title}; ${row.about.status}; ${row.about.specification}`],
    ['CPU', `${cpu.title}`],
    ['Kind of figure', `${FIDELITY[row.fidelity]}; ${row.timing}`],
    ...times,
    [
      'Executed',
      `${number(row.long_instructions_per_byte)} instructions a byte, ${
          number(row.short_instructions)} for the short message`
    ],
    [
      'Spread',
      row.cycles_spread ?
          `standard deviation of a block ${number(row.cycles_spread)} cycles, with the message` :
          ''
    ],
    ['RAM', ram],
    [
      'Constant time',
      row.constant ? 'yes: no address or branch depends on the bytes of the message' :
                     'no: it reads tables at places that depend on the message'
    ],
    [
      'Proved',
      row.proved === 'proved' ?
          'every message, however it is cut into calls, at every place in memory (SOUNDNESS.md)' :
          row.proved === 'calls proved' ?
          'every message, however it is cut into calls; not every place in memory (docs/proofs.md)' :
          row.proved ? `${row.proved} (docs/proofs.md)` :
          source.head === undefined ? '' :
                                      'no'
    ],
    [
      'Digest',
      row.about.keyed ? `key of ${row.about.digest} bits` :
                        `measured with ${row.about.digest} bits; has ${row.about.digests}`
    ],
    ['Vectors', `${row.vectors_passed} passed, ${row.vectors_failed} failed`],
    ['Toolchain', row.toolchain],
    ['Options', row.flags ? make('code', {}, row.flags) : ''],
    ['Source', make('code', {}, source.sources.join(', '))],
    ['State', make('code', {}, origin)],
  ])];
  if (source.head !== undefined && data.heads[source.head]) {
    const label = `Head of ${source.sources[source.sources.length - 1]}`;
    parts.push(
        make('pre', {tabindex: '0', role: 'region', 'aria-label': label}, data.heads[source.head]));
  }
  return parts;
}

/** Open a row, or close it, and have the focus on it. */
function toggle(key) {
  state.row = state.row === key ? '' : key;
  remember();
  drawTable();
  openerOf(key)?.focus({preventScroll: true});
}

const openerOf = (key) => [...byId('figures-table').querySelectorAll('tr.row')]
                              .find((line) => line.dataset.key === key)
                              ?.querySelector('.opener');

/** Open a row from the chart and go there. */
function openRow(key) {
  state.row = key;
  remember();
  drawTable();
  const opener = openerOf(key);
  opener.focus({preventScroll: true});
  opener.scrollIntoView({block: 'center'});
}

// ---------------------------------------------------------------------------------------------
// Controls
// ---------------------------------------------------------------------------------------------

const form = byId('filters');

function option(value, text) {
  return make('option', {value}, text);
}

/** The timings that the chosen CPU has; the first of each where all CPUs are chosen. */
function fillTimings() {
  const select = form.elements.timing;
  const cpus = state.cpu === ALL ? data.cpus : [cpuNamed.get(state.cpu)];
  const first = state.cpu === ALL ? 'first of each CPU' : cpus[0].timings[0][0];
  const others = new Set(cpus.flatMap((cpu) => cpu.timings.slice(state.cpu === ALL ? 0 : 1))
                             .filter((timing) => timing[1] !== 'host')
                             .map((timing) => timing[0]));
  const options = [option('', first), ...[...others].map((name) => option(name, name))];
  if (others.size > 0) options.push(option(ALL, 'all'));
  select.replaceChildren(...options);
  if (state.timing !== ALL && !others.has(state.timing)) state.timing = '';
  if (others.size === 0) state.timing = '';
  select.value = state.timing;
}

function fillControls() {
  form.elements.cpu.append(
      ...data.cpus.map((cpu) => option(cpu.name, `${cpu.name}: ${cpu.title}`)),
      option(ALL, 'all CPUs'));
  const named = (each) => option(each.name, `${each.name}: ${each.title}`);
  form.elements.function.append(option('', 'all functions'), ...data.functions.map(named));
  const sizes = [...new Set(data.functions.map((each) => each.digest))].sort((a, b) => a - b);
  form.elements.digest.append(
      option('', 'any'), ...sizes.map((bits) => option(bits, `${bits} bits`)));
  form.elements.bytes.max = LENGTHS.length;
  const there = new Set(rows.map((row) => row.mark));
  for (const [name, mark] of Object.entries(MARKS)) {
    const box =
        make('input', {type: 'checkbox', name, checked: '', disabled: there.has(name) ? null : ''});
    const text = mark.title + (there.has(name) ? '' : ' (none yet)');
    byId('marks').append(make('label', {}, box, icon(mark), text));
  }
}

/** Have the controls show the state. */
function showState() {
  form.elements.cpu.value = state.cpu;
  form.elements.function.value = state.function;
  fillTimings();
  form.elements.digest.value = state.digest;
  form.elements.ram.value = state.ram ?? '';
  form.elements.constant.checked = state.constant;
  const place = LENGTHS.findIndex((length) => length >= state.bytes);
  form.elements.bytes.value = state.bytes === null ? LENGTHS.length :
      place < 0                                    ? LENGTHS.length - 1 :
                                                     place;
  for (const box of byId('marks').querySelectorAll('input'))
    box.checked = !state.hide.includes(box.name);
  byId('core-function').value = state.core;
  showLength();
}

function showLength() {
  const text = state.bytes === null ? 'long message' : lengthText();
  byId('bytes-text').textContent = text;
  form.elements.bytes.setAttribute('aria-valuetext', text);
}

function update() {
  remember();
  drawFigures();
  drawTable();
}

function readForm() {
  const fields = form.elements;
  const length = Number(fields.bytes.value);
  const ram = fields.ram.value.trim();
  state = {
    ...state,
    cpu: fields.cpu.value,
    function: fields.function.value,
    timing: fields.timing.value,
    digest: fields.digest.value,
    ram: /^\d{1,9}$/.test(ram) ? Number(ram) : null,
    constant: fields.constant.checked,
    bytes: length >= LENGTHS.length ? null : LENGTHS[length],
    hide: [...byId('marks').querySelectorAll('input')]
              .filter((box) => !box.checked)
              .map((box) => box.name),
  };
  if (state.sort === 'message' && state.bytes === null) state.sort = 'long';
  if (state.row && !shownRows().some((row) => row.key === state.row)) state.row = '';
  fillTimings();
  showLength();
  complain([]);
  update();
}

/** Show what a link asked for in vain. */
function complain(wrong) {
  byId('notice').hidden = wrong.length === 0;
  byId('notice').textContent = wrong.length === 0 ?
      '' :
      `The link asks for what this page does not have: ${wrong.join(', ')}. The rest of it holds.`;
}

function readAddress() {
  let wrong;
  [state, wrong] = parse(location.hash.slice(1));
  unfolded = false;
  complain(wrong);
  showState();
  if (state.row && !shownRows().some((row) => row.key === state.row)) state.row = '';
  drawFigures();
  drawTable();
  drawCore();
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make('textarea', {class: 'unseen'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(done);
}

// ---------------------------------------------------------------------------------------------
// Download
// ---------------------------------------------------------------------------------------------

/** A row as it is saved: names as in results/figures.csv. */
function plain(row) {
  const saved = {
    function: row.function,
    digest_bits: row.about.digest,
    implementation: row.name,
    cpu: row.cpu,
    timing: row.timing,
    fidelity: row.fidelity,
    kind: MARKS[row.mark].title,
    source: row.entry ? row.entry.source : row.implementation.sources.join(' '),
    size_bytes: row.size_bytes,
    unit: row.unit,
    long_per_byte: row.long,
    pieces_per_byte: row.pieces ?? null,
    short: row.short,
    block: row.block,
  };
  if (state.bytes !== null) saved[`message_of_${state.bytes}_bytes`] = timeFor(row, state.bytes);
  return {
    ...saved,
    context_bytes: row.context_bytes ?? null,
    stack_bytes: row.stack_bytes ?? null,
    static_bytes: row.static_bytes ?? null,
    speed_size_ratio: ratio(row) === null ? null : Number(ratio(row).toFixed(2)),
    constant_time: row.entry ? null : row.constant,
    proved: row.entry ? null : row.proved,
    vectors_passed: row.vectors_passed ?? null,
    vectors_failed: row.vectors_failed ?? null,
    toolchain: row.toolchain ?? null,
    flags: row.flags ?? null,
  };
}

function csv(some) {
  if (some.length === 0) return '';
  const quoted = (value) => {
    const text = value === null ? '' :
        value === true          ? 'yes' :
        value === false         ? 'no' :
                                  String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [Object.keys(some[0]), ...some.map((row) => Object.values(row))];
  return lines.map((line) => line.map(quoted).join(',') + '\n').join('');
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  const link = make('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  say(`${name} saved`);
}

// ---------------------------------------------------------------------------------------------
// The 16-bit core
// ---------------------------------------------------------------------------------------------

function coreSets() {
  const names = state.core ?
      [state.core] :
      [...new Set(data.core.published.map((each) => each.function).filter(Boolean))];
  const own = data.core.sets.filter((each) => names.includes(each.function));
  const used = new Set(own.flatMap((each) => each.extensions));
  const without = data.core.sets.filter(
      (each) => !each.function && (!state.core || each.extensions.every((name) => used.has(name))));
  return {
    names,
    own,
    without,
    paper: data.core.published.filter((each) => names.includes(each.function))
  };
}

function drawCore() {
  const {names, own, without, paper} = coreSets();
  const hues = [...new Set(data.core.published.map((each) => each.function).filter(Boolean))];
  const point = (each, shape, whose) => ({
    key: `${whose}/${each.function}/${each.implementation}`,
    x: each.overhead_ge,
    y: each.per_byte,
    mark: {shape, filled: whose === 'ours', colour: `hue-${hues.indexOf(each.function)}`},
    name: `${each.function} ${each.implementation}`,
    lines: [
      `${number(each.cycles)} cycles a block, ${number(each.per_byte)} a byte`,
      `${number(each.overhead_ge)} GE more (${number(each.overhead_percent)} %)`,
      whose === 'ours' ? (each.extensions.join(', ') || 'no custom instructions') :
                         'Constantin, Burg and Gürkaynak',
    ],
    group: each.function,
    whose,
  });
  const points = [
    ...paper.map((each) => point(each, 'diamond', 'paper')),
    ...own.map((each) => point(each, 'circle', 'ours')),
  ];
  const links = [];
  for (const name of names) {
    for (const whose of ['ours', 'paper']) {
      const some = points.filter((each) => each.group === name && each.whose === whose);
      const plainOne = some.find((each) => each.key.endsWith('/pic24'));
      if (plainOne) some.forEach((each) => each !== plainOne && links.push([plainOne, each]));
    }
  }
  const title = state.core ? functionNamed.get(state.core).title : 'Five functions';
  byId('core-caption')
      .replaceChildren(
          `${title}: what custom instructions save, and what they cost`,
          make(
              'small', {},
              'Lines lead from the plain core to each set of instructions. Down and left is better.'));
  draw(byId('core-chart'), {
    points,
    links,
    title: `${title} on the 16-bit core`,
    logX: false,
    xTitle: 'gates added to the core, GE',
    yTitle: 'Cycles a byte',
    empty: 'Nothing to draw.',
    open: openSet,
    current: charts.get(byId('core-chart'))?.current,
  });
  const legend = [];
  for (const name of names) {
    const mark = {shape: 'circle', filled: true, colour: `hue-${hues.indexOf(name)}`};
    legend.push(make('span', {}, icon(mark), name));
  }
  legend.push(
      make('span', {}, icon({shape: 'diamond', filled: false, colour: 'soft'}), 'the paper’s'));
  byId('core-legend').replaceChildren(...legend);
  drawSets(own, without, paper);
}

const SET_COLUMNS = [
  ['Set', false, false],
  ['Instructions', false, true],
  ['Cycles/byte', true, false],
  ['Cycles/block', true, true],
  ['Gates added', true, false],
  ['per cent', true, true],
  ['Whole core, GE', true, true],
  ['Critical path, ns', true, true],
];

function drawSets(own, without, paper) {
  const classes = SET_COLUMNS.map(
      (column) => [column[1] && 'number', column[2] && 'minor'].filter(Boolean).join(' ') || null);
  const head = make('tr');
  SET_COLUMNS.forEach(
      ([title], index) => head.append(make('th', {scope: 'col', class: classes[index]}, title)));
  byId('core-table').tHead.replaceChildren(head);
  const lineOf = (key, name, each) => {
    const cells = [
      (each.extensions ?? []).join(', '),
      number(each.per_byte),
      number(each.cycles),
      number(Math.round(each.overhead_ge)),
      `${number(each.overhead_percent)} %`,
      each.ge ? number(Math.round(each.ge)) : '',
      number(each.path_ns),
    ];
    const line = make(
        'tr', {class: 'row', 'data-key': key, tabindex: '-1'},
        make('th', {scope: 'row'}, ...breakable(name)));
    cells.forEach((text, index) => line.append(make('td', {class: classes[index + 1]}, text)));
    return line;
  };
  const order = (a, b) => a.function.localeCompare(b.function, 'en') || b.cycles - a.cycles;
  const name = (each) => `${each.function} ${each.implementation}`;
  byId('core-table')
      .tBodies[0]
      .replaceChildren(
          ...[...own].sort(order).map(
              (each) => lineOf(`ours/${each.function}/${each.implementation}`, name(each), each)),
          ...[...paper].sort(order).map(
              (each) => lineOf(
                  `paper/${each.function}/${each.implementation}`, `${name(each)}, the paper’s`,
                  each)),
          ...without.map((each) => lineOf(`set/${each.core}`, each.core, each)));
  fit(byId('core-table'));
}

function openSet(key) {
  const line =
      [...byId('core-table').querySelectorAll('tr.row')].find((each) => each.dataset.key === key);
  line.focus({preventScroll: true});
  line.scrollIntoView({block: 'center'});
}

// ---------------------------------------------------------------------------------------------
// The rest, and the start
// ---------------------------------------------------------------------------------------------

function drawAbsent() {
  const parts = data.absent.map(([reason, pairs]) => {
    const cpus = Map.groupBy ? Map.groupBy(pairs, (pair) => pair[2]) : grouped(pairs);
    const listed = [...cpus].map(
        ([cpu, some]) => [cpu, some.map((pair) => `${pair[0]} ${pair[1]}`).join(', ')]);
    return make(
        'details', {}, make('summary', {}, `${pairs.length} pairs of a file and a CPU: ${reason}.`),
        list(listed));
  });
  if (parts.length === 0)
    parts.push(make('p', {}, 'Every file has figures on every CPU that it is for.'));
  byId('absent').replaceChildren(...parts);
}

function grouped(pairs) {
  const found = new Map();
  for (const pair of pairs) found.set(pair[2], [...(found.get(pair[2]) ?? []), pair]);
  return found;
}

function drawOrigin() {
  const origin = data.commit ? `commit ${data.commit}` : `figures ${data.figures}`;
  byId('origin').textContent =
      `Mote ${data.version}, ${origin}. Made by ./mote page from results/figures.csv; MIT license.`;
}

function setTheme(name) {
  if (name === 'light' || name === 'dark')
    document.documentElement.dataset.theme = name;
  else
    delete document.documentElement.dataset.theme;
  for (const box of byId('theme').querySelectorAll('input'))
    box.checked = box.value === (name || 'auto');
}

/** A place to keep the colours chosen, where the browser gives one. */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function start() {
  fillControls();
  const cores = [...new Set(data.core.published.map((each) => each.function).filter(Boolean))];
  byId('core-function')
      .append(
          option('', 'all five'),
          ...cores.map((name) => option(name, functionNamed.get(name).title)));
  setTheme(storage()?.getItem('theme') ?? 'auto');
  drawAbsent();
  drawOrigin();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', readForm);
  form.addEventListener('change', readForm);
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    state = {...DEFAULTS, core: state.core};
    unfolded = false;
    complain([]);
    showState();
    update();
    say('Reset');
  });
  byId('marks').addEventListener('change', readForm);
  byId('core-function').addEventListener('change', (event) => {
    state.core = event.target.value;
    remember();
    drawCore();
  });
  byId('theme').addEventListener('change', (event) => {
    setTheme(event.target.value);
    storage()?.setItem('theme', event.target.value);
  });
  byId('copy-link').addEventListener('click', () => copy(location.href, 'Link copied'));
  byId('csv').addEventListener(
      'click', () => save('mote-figures.csv', 'text/csv', csv(sorted(shownRows()).map(plain))));
  byId('json').addEventListener('click', () => {
    save(
        'mote-figures.json', 'application/json',
        JSON.stringify(sorted(shownRows()).map(plain), null, 1) + '\n');
  });
  byId('more').addEventListener('click', () => {
    unfolded = true;
    drawTable();
  });
  byId('figures-table').addEventListener('click', (event) => {
    const sorter = event.target.closest('[data-sort]');
    if (sorter) {
      const id = sorter.dataset.sort;
      state.descending = state.sort === id && !state.descending;
      state.sort = id;
      remember();
      drawTable();
      byId('figures-table').querySelector(`[data-sort="${id}"]`).focus();
      return;
    }
    const line = event.target.closest('tr.row');
    if (line && !String(window.getSelection())) toggle(line.dataset.key);
  });
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('figures-table').focus();
  });
  window.addEventListener('hashchange', readAddress);
  let width = document.body.clientWidth;
  new ResizeObserver(() => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    for (const [root, chart] of charts) draw(root, chart);
    fit(byId('figures-table'), LESS);
    fit(byId('core-table'));
  }).observe(document.body);
  readAddress();
}

start();
