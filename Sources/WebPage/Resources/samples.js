// Console logs as applications print them, one for each common mistake.

const log = (rows, broken) => [
  'Unable to simultaneously satisfy constraints.', '\tProbably at least one of the constraints in the following list is one you don\'t want.', '(',
  rows.map((row) => `    "${row}"`).join(',\n'), ')', '', 'Will attempt to recover by breaking constraint', broken, '',
].join('\n');

const insetRow = '<NSLayoutConstraint:0x600000a10 H:[UILabel:0x7fa1\'Total\']-(16)-|   (active, names: \'|\':UITableViewCellContentView:0x7fa2 )>';
const stack = '<NSLayoutConstraint:0x600000b12 UIImageView:0x7fb2.height == 64   (active)>';
const fixed = '<NSLayoutConstraint:0x600000c11 UIButton:0x7fc1\'Send\'.width == 120   (active)>';

export const samples = [
  {
    title: 'Log: a cell measured at width zero', verdict: 'conflicting', teaches: 'Only the encapsulated width causes the conflict, which disappears at 32 points.',
    text: log(['<NSLayoutConstraint:0x600000a09 H:|-(16)-[UILabel:0x7fa1\'Total\']   (active, names: \'|\':UITableViewCellContentView:0x7fa2 )>', insetRow,
      '<NSLayoutConstraint:0x600000a11 \'UIView-Encapsulated-Layout-Width\' UITableViewCellContentView:0x7fa2.width == 0   (active)>'], insetRow),
  },
  {
    title: 'Log: a row taller than its cell', verdict: 'conflicting', teaches: 'An image of 64 points between insets of 12 in a cell of 80.',
    text: log(['<NSLayoutConstraint:0x600000b10 V:|-(12)-[UIImageView:0x7fb2]   (active, names: \'|\':UITableViewCellContentView:0x7fb1 )>',
      '<NSLayoutConstraint:0x600000b11 V:[UIImageView:0x7fb2]-(12)-|   (active, names: \'|\':UITableViewCellContentView:0x7fb1 )>', stack,
      '<NSLayoutConstraint:0x600000b13 \'UIView-Encapsulated-Layout-Height\' UITableViewCellContentView:0x7fb1.height == 80   (active)>'], stack),
  },
  {
    title: 'Log: an autoresizing mask left on', verdict: 'conflicting', teaches: 'The frame from code and the constraints disagree.',
    text: log(['<NSAutoresizingMaskLayoutConstraint:0x600000c10 h=--& v=--& UIButton:0x7fc1\'Send\'.width == 80   (active)>', fixed], fixed),
  },
  {
    title: 'Log: a badge that needs a baseline', verdict: 'incomplete', teaches: 'The printed constraints can all be satisfied; the rest is not in the log.',
    text: log(['<NSLayoutConstraint:0x600000d10 UILabel:0x7fd1\'3\'.firstBaseline == UILabel:0x7fd2\'Inbox\'.firstBaseline   (active)>',
      '<NSLayoutConstraint:0x600000d11 UILabel:0x7fd1\'3\'.top == UILabel:0x7fd2\'Inbox\'.top   (active)>'], '<NSLayoutConstraint:0x600000d11 UILabel:0x7fd1\'3\'.top == UILabel:0x7fd2\'Inbox\'.top   (active)>'),
  },
];
